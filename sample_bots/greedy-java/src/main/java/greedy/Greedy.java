package greedy;

import java.util.Comparator;
import java.util.List;

/**
 * Takes the dearest capture and stops at once.
 *
 * <p>The rule is written out in koikoi-arena, in {@code sample_bots/greedy/greedy.py}; this is a
 * port of it and answers every question alike. Cards and actions are their numbers.
 */
final class Greedy {
    /** Twelve rows of four, in the order of the card numbers. */
    private static final int[] WORTH = {
        20, 7, 1, 1, // pine: crane, red poem
        10, 7, 1, 1, // plum: nightingale, red poem
        20, 7, 1, 1, // cherry: curtain, red poem
        10, 5, 1, 1, // wisteria: cuckoo, ribbon
        10, 5, 1, 1, // iris: bridge, ribbon
        12, 7, 1, 1, // peony: butterflies, blue
        12, 5, 1, 1, // bush clover: boar, ribbon
        20, 10, 1, 1, // pampas: moon, geese
        15, 7, 1, 1, // chrysanthemum: sake cup, blue
        12, 7, 1, 1, // maple: deer, blue
        14, 10, 5, 1, // willow: rain, swallow, ribbon, lightning
        20, 1, 1, 1, // paulownia: phoenix
    };

    private static final int STOP = 97;

    private Greedy() {}

    /** The legal action of the highest value; among equals the one with the lowest number. */
    static int decide(List<Integer> legalActions, List<Integer> field) {
        Comparator<Integer> byValue = Comparator.comparingInt(action -> value(action, field));
        return legalActions.stream().max(byValue.thenComparing(Comparator.reverseOrder())).orElseThrow();
    }

    private static int value(int action, List<Integer> field) {
        if (action <= 48) {
            return valueOfPlaying(action, field);
        }
        if (action <= 96) {
            return worth(action - 48);
        }
        return action == STOP ? 0 : -1;
    }

    private static int valueOfPlaying(int card, List<Integer> field) {
        var matches = field.stream()
                .filter(other -> month(other) == month(card))
                .mapToInt(Greedy::worth)
                .summaryStatistics();
        if (matches.getCount() == 0) {
            return -worth(card);
        }
        return worth(card) + (matches.getCount() == 2 ? matches.getMax() : (int) matches.getSum());
    }

    private static int worth(int card) {
        return WORTH[card - 1];
    }

    private static int month(int card) {
        return (card - 1) / 4;
    }
}
