package greedy;

import io.github.koikoiarena.koikoi.v1.Answer;
import io.github.koikoiarena.koikoi.v1.Join;
import io.github.koikoiarena.koikoi.v1.Notice;
import io.github.koikoiarena.koikoi.v1.PlayRequest;
import io.github.koikoiarena.koikoi.v1.PlayResponse;
import io.github.koikoiarena.koikoi.v1.Question;
import io.github.koikoiarena.koikoi.v1.RefereeServiceGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Joins the referee and answers its questions until the stream ends. */
public final class Bot implements ClientResponseObserver<PlayRequest, PlayResponse> {
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private ClientCallStreamObserver<PlayRequest> requests;

    public static void main(String[] arguments) {
        var address = System.getenv("KOIKOI_ADDRESS");
        var channel = Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
        var bot = new Bot();
        RefereeServiceGrpc.newStub(channel).play(bot).onNext(joining(System.getenv("KOIKOI_TOKEN")));
        // Throws when the stream broke, and then the exit code is 1.
        bot.ended.join();
        channel.shutdown();
    }

    private static PlayRequest joining(String token) {
        var join = Join.newBuilder()
                .setToken(token)
                .setProtocolVersion(1)
                .setClient("greedy-java")
                .setMaxMatches(32);
        return PlayRequest.newBuilder().setJoin(join).build();
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<PlayRequest> requests) {
        this.requests = requests;
    }

    /** Answers all questions of a response in one request; news of other kinds is passed over. */
    @Override
    public void onNext(PlayResponse response) {
        List<Answer> answers = response.getNoticesList().stream()
                .filter(Notice::hasQuestion)
                .map(notice -> answer(notice.getQuestion()))
                .toList();
        if (!answers.isEmpty()) {
            requests.onNext(PlayRequest.newBuilder().addAllAnswers(answers).build());
        }
    }

    private static Answer answer(Question question) {
        var field = question.getObservation().getFieldValueList();
        return Answer.newBuilder()
                .setQuestionId(question.getQuestionId())
                .setActionValue(Greedy.decide(question.getLegalActionsValueList(), field))
                .build();
    }

    @Override
    public void onError(Throwable error) {
        ended.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {
        ended.complete(null);
    }
}
