package io.precinct.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Load;
import io.precinct.itests.support.Load.Response;
import io.precinct.testing.Eventually;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Sends requests on keep-alive connections until it is closed, while a test changes what is deployed. An answer is
 * right if it was allowed at some moment between request and answer; {@link #close} fails if any answer was not right.
 */
final class ContinuousRequests implements AutoCloseable {
    private static final int CONNECTIONS = 4;
    /** Number of right answers after which a change counts as survived. */
    private static final int ENOUGH = 100;

    /** The phase in which the connection of a thread sent its current request. */
    private final ThreadLocal<Integer> sentIn = ThreadLocal.withInitial(() -> 0);

    private final CompletableFuture<Load.Outcome> outcome;
    private volatile List<Phase> phases;
    private volatile boolean more = true;

    /**
     * A period in which the same answers are right.
     *
     * @param right true for right answers
     * @param answered number of requests that both began and ended in the phase
     */
    private record Phase(Predicate<Response> right, AtomicLong answered) {}

    private ContinuousRequests(URI target, byte[] request, Predicate<Response> right) {
        phases = List.of(new Phase(right, new AtomicLong()));
        var load = new Load(target, request, CONNECTIONS, this::isRight);
        outcome = CompletableFuture.supplyAsync(() -> load.run(() -> more), Thread::startVirtualThread);
    }

    /** Begins to send this request again and again; returns once enough right answers were received. */
    static ContinuousRequests on(URI target, String path, String headers, Predicate<Response> right) {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n\r\n";
        var traffic = new ContinuousRequests(target, request.getBytes(StandardCharsets.ISO_8859_1), right);
        traffic.enough();
        return traffic;
    }

    /** Something that a test does to the container. */
    interface Change {
        void make() throws Exception;
    }

    /** Makes a change. During the change, answers may be as before or as after it; from then on, only as after it. */
    void during(Change change, Predicate<Response> after) throws Exception {
        begin(phases.getLast().right().or(after));
        change.make();
        begin(after);
        enough();
    }

    private void begin(Predicate<Response> right) {
        var next = new ArrayList<>(phases);
        next.add(new Phase(right, new AtomicLong()));
        phases = List.copyOf(next);
    }

    /** Returns once enough requests have both begun and ended since the last change. */
    private void enough() {
        Phase now = phases.getLast();
        Eventually.until(
                () -> ENOUGH + " right answers, not only " + now.answered(),
                () -> now.answered().get() >= ENOUGH);
    }

    private boolean isRight(Response response) {
        List<Phase> sofar = phases;
        int now = sofar.size() - 1;
        int then = sentIn.get();
        sentIn.set(now);
        if (then == now) {
            sofar.get(now).answered().incrementAndGet();
        }
        return sofar.subList(then, now + 1).stream()
                .anyMatch(phase -> phase.right().test(response));
    }

    /** Ends the requests; fails if a request was not answered, or its answer was not right. */
    @Override
    public void close() {
        more = false;
        Load.Outcome all = outcome.join();
        assertThat(all.firstFault())
                .as("the first wrong answer of %s", all.wrong())
                .isEmpty();
        assertThat(all.answered()).as("answers").isEqualTo(all.sent());
    }

    /** An answer of this status whose body contains all of these texts. */
    static Predicate<Response> answer(int status, String... texts) {
        return response ->
                response.status() == status && List.of(texts).stream().allMatch(response.text()::contains);
    }

    /** An answer 503 that names this boundary alone as missing. */
    static Predicate<Response> missing(String boundary) {
        return answer(503, "\"missing\":[\"" + boundary + "\"]");
    }
}
