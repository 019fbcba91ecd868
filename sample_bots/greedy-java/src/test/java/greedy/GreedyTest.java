package greedy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class GreedyTest {
    private static final int CRANE = 1, RIBBON = 2, PLAIN = 3, PHOENIX = 45, PAULOWNIA = 46;
    private static final int TAKE = 48, STOP = 97, KOI_KOI = 98;

    @Test
    void theDearestCaptureIsPlayed() {
        assertEquals(PAULOWNIA, Greedy.decide(List.of(RIBBON, PAULOWNIA), List.of(PLAIN, PHOENIX)));
    }

    @Test
    void theDearerOfTwoFieldCardsIsTaken() {
        var takes = List.of(TAKE + CRANE, TAKE + RIBBON);
        assertEquals(TAKE + CRANE, Greedy.decide(takes, List.of(CRANE, RIBBON)));
    }

    @Test
    void itStopsAtOnce() {
        assertEquals(STOP, Greedy.decide(List.of(STOP, KOI_KOI), List.of()));
    }
}
