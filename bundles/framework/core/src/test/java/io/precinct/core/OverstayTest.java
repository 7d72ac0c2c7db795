package io.precinct.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.core.TestCore.Sent;
import io.precinct.core.api.config.HttpSettings.Limits;
import io.precinct.core.api.config.RouteLimits;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.dispatch.Responder;
import io.precinct.core.api.inspect.Guarded;
import io.precinct.core.api.inspect.Overstay;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.thread.ThreadContainment;
import io.precinct.testing.Eventually;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that overstay their deadline: answered in time, named, and kept from affecting other requests. */
@Timeout(60)
class OverstayTest {
    private static final Limits QUICK = limits(Duration.ofMillis(300), Duration.ofMillis(700));

    /** Limits that a thread does not reach while it is found to compute. */
    private static final Limits ENDURING = limits(Duration.ofSeconds(30), Duration.ofSeconds(30));

    /** For what is not to be given up, on however slow a machine. */
    private static final RouteLimits NO_DEADLINE = new RouteLimits(Duration.ZERO, 0, 0);

    private final TestCore core = new TestCore().limits(QUICK);
    private final CountDownLatch forever = new CountDownLatch(1);
    private final AtomicBoolean stop = new AtomicBoolean();

    private static Limits limits(Duration request, Duration processor) {
        return new Limits(
                1 << 20,
                16 << 10,
                1024,
                0,
                Duration.ofSeconds(30),
                Duration.ofSeconds(8),
                Duration.ofSeconds(2),
                request,
                processor,
                1 << 20);
    }

    @AfterEach
    void end() {
        stop.set(true);
        forever.countDown();
        core.close();
    }

    /** Sends a request on a separate thread, which the boundary may keep. */
    private CompletableFuture<Answer> send(String target) {
        return send(CoreRequest.of("GET", target));
    }

    private CompletableFuture<Answer> send(Request request) {
        var answer = new CompletableFuture<Answer>();
        Thread.ofPlatform().daemon().start(() -> core.core.dispatch(request, answer::complete));
        return answer;
    }

    private Guarded guarded(String boundary) {
        return core.core.guarded().stream()
                .filter(one -> one.boundary().equals(boundary))
                .findFirst()
                .orElseThrow();
    }

    private static @Nullable Object member(Answer answer, String name) {
        return ((Map<?, ?>) java.util.Objects.requireNonNull(answer.body().payload())).get(name);
    }

    @Test
    void aRequestThatTakesTooLongIsAnsweredAndItsThreadInterrupted() throws Exception {
        var interrupted = new CountDownLatch(1);
        core.boundary("sleepy", TestCore.answering(input -> {
                    try {
                        forever.await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                    return Reply.ok(Map.of());
                }))
                .route("get", "/sleepy", "sleepy")
                .start();
        Answer answer = send("/sleepy").get(10, TimeUnit.SECONDS);
        assertThat(answer.status()).isEqualTo(504);
        assertThat(member(answer, "code")).isEqualTo("deadline");
        assertThat(member(answer, "boundary")).isEqualTo("sleepy");
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        Eventually.until("the request has ended", () -> guarded("sleepy").inFlight() == 0);
        Overstay overstay = core.core.overstays().getFirst();
        assertThat(overstay.boundary()).isEqualTo("sleepy");
        assertThat(overstay.reason()).isEqualTo("deadline");
        assertThat(overstay.stack()).anyMatch(frame -> frame.contains("OverstayTest"));
        assertThat(overstay.stuck()).isFalse();
        answer.close();
        Eventually.until("the request holds nothing", () -> core.core.inFlight() == 0);
    }

    @Test
    void aThreadThatDoesNotHeedItsInterruptionIsStuckUntilItComesBack() throws Exception {
        core.boundary("deaf", TestCore.answering(input -> {
                    while (!stop.get()) {
                        Thread.onSpinWait();
                    }
                    return Reply.ok(Map.of());
                }))
                .route("get", "/deaf", "deaf")
                .start();
        Answer answer = send("/deaf").get(10, TimeUnit.SECONDS);
        assertThat(answer.status()).isEqualTo(504);
        Eventually.until("the thread counts as stuck", () -> guarded("deaf").stuck() == 1);
        assertThat(guarded("deaf").trouble()).contains("deaf", "cannot be ended");
        assertThat(core.core.overstays().getFirst().stuck()).isTrue();
        stop.set(true);
        Eventually.until(
                "the thread has come back",
                () -> guarded("deaf").stuck() == 0 && guarded("deaf").inFlight() == 0);
        assertThat(core.core.overstays().getFirst().stuck()).isFalse();
    }

    /** Records its calls. A thread that is to end ends when the boundary calls this object. */
    private static final class Containment implements ThreadContainment {
        final Set<Thread> ending = ConcurrentHashMap.newKeySet();
        final List<Long> computed = new CopyOnWriteArrayList<>();
        final AtomicBoolean prepared = new AtomicBoolean();

        @Override
        public void prepare() {
            prepared.set(true);
        }

        @Override
        public long computes(Thread thread, int nativeId, long nanos) {
            computed.add(nanos);
            return computed.size() < 3 ? nanos : Long.MAX_VALUE;
        }

        @Override
        public boolean end(Thread thread) {
            return ending.add(thread);
        }

        @Override
        public void abandon(Thread thread, int nativeId) {
            throw new AssertionError("the thread of a request serves further requests");
        }

        @Override
        public void spare(Thread thread) {
            ending.remove(thread);
        }

        void turn() {
            if (ending.contains(Thread.currentThread())) {
                throw new IllegalStateException("it is to end");
            }
        }
    }

    @Test
    void aThreadThatDoesNotHeedItsInterruptionIsHandedToTheContainmentUntilItComesBack() throws Exception {
        var containment = new Containment();
        core.core.containedBy(containment);
        core.boundary("spins", TestCore.answering(input -> {
                    while (true) {
                        containment.turn();
                    }
                }))
                .boundary("sleeps", TestCore.answering(input -> {
                    while (true) {
                        containment.turn();
                        try {
                            forever.await();
                        } catch (InterruptedException e) {
                            // and again
                        }
                    }
                }))
                .route("get", "/spins", "spins")
                .route("get", "/sleeps", "sleeps")
                .start();
        for (String name : List.of("spins", "sleeps")) {
            assertThat(send("/" + name).get(10, TimeUnit.SECONDS).status()).isEqualTo(504);
            // the two counts change one after the other
            Eventually.until(
                    "the request to " + name + " has ended",
                    () -> guarded(name).inFlight() == 0 && guarded(name).stuck() == 0);
        }
        Eventually.until("both threads are spared", containment.ending::isEmpty);
        assertThat(containment.prepared).isTrue();
    }

    @Test
    void theContainmentIsToldOfAThreadThatComputesUntilItHasHeardEnough() throws Exception {
        var containment = new Containment();
        core.limits(ENDURING).core.containedBy(containment);
        core.boundary("computes", TestCore.answering(input -> {
                    while (!stop.get()) {
                        Thread.onSpinWait();
                    }
                    return Reply.ok(Map.of());
                }))
                .route("get", "/computes", new RouteLimits(Duration.ZERO, 0, 0), "computes")
                .start();
        CompletableFuture<Answer> answer = send("/computes");
        // it is found to compute before the containment is told
        Eventually.until(
                "the containment has heard enough",
                () -> guarded("computes").computing() == 1 && containment.computed.size() == 3);

        stop.set(true);

        assertThat(answer.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
        assertThat(containment.computed).hasSize(3).isSorted().doesNotHaveDuplicates();
        assertThat(containment.ending).isEmpty();
    }

    @Test
    void whatComputesAfterItWasGivenUpIsFoundOutToo() throws Exception {
        var compute = new AtomicBoolean();
        core.boundary("late", TestCore.answering(input -> {
                    while (!stop.get()) {
                        if (compute.get()) {
                            Thread.onSpinWait();
                        } else {
                            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                        }
                    }
                    return Reply.ok(Map.of());
                }))
                .route("get", "/late", "late")
                .start();
        assertThat(send("/late").get(10, TimeUnit.SECONDS).status()).isEqualTo(504);
        assertThat(guarded("late").computing()).isZero();
        compute.set(true);
        Eventually.until("it is found to compute", () -> guarded("late").computing() == 1);
        stop.set(true);
        Eventually.until(
                "the thread has come back",
                () -> guarded("late").computing() == 0 && guarded("late").inFlight() == 0);
    }

    @Test
    void processorTimeIsBoundedWhereTheRouteHasNoDeadline() throws Exception {
        core.boundary("spinning", TestCore.answering(input -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    return Reply.ok(Map.of());
                }))
                .route("get", "/spinning", new RouteLimits(Duration.ZERO, 0, 0), "spinning")
                .start();
        Answer answer = send("/spinning").get(30, TimeUnit.SECONDS);
        assertThat(answer.status()).isEqualTo(504);
        assertThat(member(answer, "code")).isEqualTo("processor_time");
        Eventually.until("it computes no longer", () -> guarded("spinning").computing() == 0);
    }

    @Test
    void aClientThatHangsUpInterruptsItsRequest() throws Exception {
        var interrupted = new CountDownLatch(1);
        var left = new CompletableFuture<String>();
        var gone = new AtomicBoolean();
        core.boundary("patient", TestCore.answering(input -> {
                    try {
                        forever.await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    return Reply.ok(Map.of());
                }))
                .route("get", "/patient", new RouteLimits(Duration.ZERO, 0, 0), "patient")
                .start();
        Request request = new Observed(CoreRequest.of("GET", "/patient"), gone::get, () -> Integer.MAX_VALUE);
        Thread.ofPlatform()
                .daemon()
                .start(() -> core.core.dispatch(request, new Responder() {
                    @Override
                    public void answer(Answer answer) {
                        throw new AssertionError("nobody waits for an answer");
                    }

                    @Override
                    public void clientLeft(String route) {
                        left.complete(route);
                    }
                }));
        gone.set(true);
        assertThat(left.get(20, TimeUnit.SECONDS)).isEqualTo("patient");
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(guarded("patient").overstays()).isZero();
        assertThat(figure("precinct_requests", Map.of("route", "patient", "status", "499")))
                .isEqualTo(1);
    }

    private double figure(String family, Map<String, String> labels) {
        return core.core.collect().stream()
                .filter(each -> each.name().equals(family))
                .flatMap(each -> each.samples().stream())
                .filter(sample -> sample.labels().equals(labels))
                .mapToDouble(sample -> ((MetricSource.Sample.Value) sample).value())
                .sum();
    }

    /** A request whose client may hang up, and whose listener reports its free places. */
    private record Observed(CoreRequest request, BooleanSupplier hungUp, IntSupplier places) implements Request {
        @Override
        public String method() {
            return request.method();
        }

        @Override
        public String rawPath() {
            return request.rawPath();
        }

        @Override
        public @Nullable String rawQuery() {
            return null;
        }

        @Override
        public @Nullable String header(String name) {
            return request.header(name);
        }

        @Override
        public Map<String, @Nullable Object> headers() {
            return request.headers();
        }

        @Override
        public boolean hasBody() {
            return false;
        }

        @Override
        public byte[] body(long limit) {
            return new byte[0];
        }

        @Override
        public @Nullable String adapter() {
            return "test";
        }

        @Override
        public io.precinct.core.api.dispatch.Caller caller() {
            return request.caller();
        }

        @Override
        public boolean clientGone() {
            return hungUp.getAsBoolean();
        }

        @Override
        public int room() {
            return places.getAsInt();
        }
    }

    @Test
    void aBoundaryThatOverstaysRepeatedlyIsTakenOutAndPutInAgainByTheFirstThatEnds() throws Exception {
        var well = new AtomicBoolean();
        core.boundary("moody", TestCore.answering(input -> {
                    if (!well.get()) {
                        forever.await();
                    }
                    return Reply.ok(Map.of("mood", "good"));
                }))
                .boundary("other", TestCore.answering(input -> Reply.ok(Map.of())))
                .route("get", "/moody", "moody")
                .route("get", "/other", NO_DEADLINE, "other")
                .start();
        List<CompletableFuture<Answer>> three =
                Stream.generate(() -> send("/moody")).limit(3).toList();
        for (CompletableFuture<Answer> each : three) {
            assertThat(each.get(10, TimeUnit.SECONDS).status()).isEqualTo(504);
        }
        // If the pause of the breaker is over, this request is a trial, and the next pause is longer.
        Eventually.untilAsserted("it is taken out", () -> {
            Sent out = core.get("/moody");
            assertThat(out.status()).isEqualTo(503);
            assertThat(out.map()).containsEntry("code", "breaker_open").containsEntry("boundary", "moody");
            assertThat(out.answer().headers().first("Retry-After")).isNotNull();
            assertThat(guarded("moody").breaker()).isEqualTo("open");
        });
        assertThat(core.get("/other").status()).isEqualTo(200);
        well.set(true);
        Eventually.until(
                "the breaker lets it answer again", () -> core.get("/moody").status() == 200);
        assertThat(guarded("moody").breaker()).isEqualTo("closed");
    }

    @Test
    void aBoundaryThatAsksForTooMuchMemoryRepeatedlyIsTakenOutAndTriedAgain() throws Exception {
        var well = new AtomicBoolean();
        core.boundary("greedy", TestCore.answering(input -> {
                    if (!well.get()) {
                        throw new OutOfMemoryError("of this test");
                    }
                    return Reply.ok(Map.of());
                }))
                // Collections before the error may take longer than the usual deadline here.
                .route("get", "/greedy", new RouteLimits(Duration.ZERO, 0, 0), "greedy")
                .start();
        for (int i = 0; i < 3; i++) {
            assertThat(core.get("/greedy").map()).containsEntry("code", "out_of_memory");
        }

        assertThat(guarded("greedy").overstays()).isEqualTo(3);
        assertThat(guarded("greedy").trouble()).contains("took too much time or memory 3 times");
        // If the pause of the breaker is over, this request is a trial, and the next pause is longer.
        Eventually.untilAsserted("it is taken out", () -> {
            Sent out = core.get("/greedy");
            assertThat(out.status()).isEqualTo(503);
            assertThat(out.map()).containsEntry("code", "breaker_open").containsEntry("boundary", "greedy");
        });
        well.set(true);
        Eventually.until(
                "the breaker lets it answer again", () -> core.get("/greedy").status() == 200);
        assertThat(guarded("greedy").breaker()).isEqualTo("closed");
    }

    @Test
    void aRequestThatTheBoundaryNeverSeesDoesNotPutItInAgain() throws Exception {
        core.boundary(
                        "moody",
                        TestCore.answering(
                                Declaration.terminal()
                                        .reads("query", Map.of("n", true))
                                        .build(),
                                input -> {
                                    forever.await();
                                    return Reply.ok(Map.of());
                                }))
                .route("get", "/moody", "moody")
                .start();
        List<CompletableFuture<Answer>> three =
                Stream.generate(() -> send("/moody?n=1")).limit(3).toList();
        for (CompletableFuture<Answer> each : three) {
            assertThat(each.get(10, TimeUnit.SECONDS).status()).isEqualTo(504);
        }

        Eventually.until(
                "the breaker lets it answer again", () -> core.get("/moody").status() == 422);

        assertThat(guarded("moody").breaker()).isEqualTo("trial");
        assertThat(send("/moody?n=1").get(10, TimeUnit.SECONDS).status()).isEqualTo(504);
        assertThat(core.get("/moody").status()).isEqualTo(503);
    }

    @Test
    void aTrialThatIsGivenUpBeforeItsBoundaryIsAskedLeavesTheTrialToTheNext() throws Exception {
        var well = new AtomicBoolean();
        var cameBack = new AtomicBoolean();
        core.boundary("before", TestCore.answering(input -> {
                    cameBack.set(true);
                    return Reply.ok(Map.of());
                }))
                .boundary("moody", TestCore.answering(input -> {
                    if (!well.get()) {
                        forever.await();
                    }
                    return Reply.ok(Map.of());
                }))
                .route("get", "/moody", "moody")
                .route("get", "/both", NO_DEADLINE, "before", "moody")
                .start();
        List<CompletableFuture<Answer>> three =
                Stream.generate(() -> send("/moody")).limit(3).toList();
        for (CompletableFuture<Answer> each : three) {
            assertThat(each.get(10, TimeUnit.SECONDS).status()).isEqualTo(504);
        }
        Eventually.until(
                "the breaker tries it", () -> guarded("moody").breaker().equals("trial"));
        well.set(true);
        long retiring = guarded("before").generation().bundleId();

        // Called while the request enters its next crossing: its place is still the previous crossing.
        Answer answer = send(new Observed(CoreRequest.of("GET", "/both"), () -> false, () -> {
                    if (cameBack.compareAndSet(true, false)) {
                        core.core.interrupt(retiring);
                    }
                    return 1;
                }))
                .get(10, TimeUnit.SECONDS);

        assertThat(answer.status()).isEqualTo(503);
        Eventually.until(
                "the breaker lets it answer again", () -> core.get("/moody").status() == 200);
    }

    @Test
    void wantOfMemoryBeforeABoundaryIsAskedTellsNothingOfIt() {
        var scarce = new AtomicBoolean();
        core.boundary("before", TestCore.answering(input -> {
                    scarce.set(true);
                    return Reply.ok(Map.of());
                }))
                .boundary(
                        "asked",
                        TestCore.answering(
                                Declaration.terminal()
                                        .reads("headers", Map.of("n", true))
                                        .build(),
                                input -> Reply.ok(Map.of())))
                .route("get", "/asked", NO_DEADLINE, "before", "asked")
                .start();
        Map<String, @Nullable Object> headers = new AbstractMap<>() {
            @Override
            public Set<Entry<String, @Nullable Object>> entrySet() {
                if (scarce.compareAndSet(true, false)) {
                    throw new OutOfMemoryError("of this test");
                }
                return Set.of(Map.entry("n", "1"));
            }
        };
        var request = new CoreRequest("GET", "/asked", null, headers, new byte[0], CoreRequest.CLIENT);

        for (int i = 0; i < 3; i++) {
            assertThat(core.send(request).map()).containsEntry("code", "out_of_memory");
        }

        assertThat(guarded("asked").overstays()).isZero();
        assertThat(guarded("asked").breaker()).isEqualTo("closed");
    }

    @Test
    void whatSendsItsAnswerTakesNoPlaceAmongThoseThatCompute() throws Exception {
        core.boundary("echoes", TestCore.answering(input -> Reply.ok(Map.of())))
                .route("get", "/echoes", "echoes")
                .start();
        var sending = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform()
                .daemon()
                .start(() -> core.core.dispatch(CoreRequest.of("GET", "/echoes"), answer -> {
                    sending.countDown();
                    while (!stop.get()) {
                        Thread.onSpinWait();
                    }
                    answer.close();
                }));
        sending.await();
        var threads = java.lang.management.ManagementFactory.getThreadMXBean();
        Eventually.until(
                "it has computed for a second",
                () -> threads.getThreadCpuTime(thread.threadId()) > TimeUnit.SECONDS.toNanos(1));

        assertThat(guarded("echoes").computing()).isZero();
        stop.set(true);
        thread.join();
    }

    @Test
    void aRouteServesNoMoreAtOnceThanItSays() throws Exception {
        var inside = new CountDownLatch(1);
        core.boundary("narrow", TestCore.answering(input -> {
                    inside.countDown();
                    forever.await();
                    return Reply.ok(Map.of());
                }))
                .route("get", "/narrow", new RouteLimits(Duration.ZERO, 1, 0), "narrow")
                .start();
        CompletableFuture<Answer> first = send("/narrow");
        assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
        Sent second = core.get("/narrow");
        assertThat(second.status()).isEqualTo(503);
        assertThat(second.map()).containsEntry("code", "bulkhead");
        forever.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
        assertThat(core.get("/narrow").status()).isEqualTo(200);
    }

    @Test
    void anAnswerThatIsTooLargeIsNotEvenPrinted() {
        Map<String, Object> bomb = Map.of("text", "ten bytes!");
        for (int i = 0; i < 40; i++) {
            bomb = Data.map("a", bomb, "b", bomb);
        }
        Map<String, Object> doubled = bomb;
        core.boundary("long", TestCore.answering(input -> Reply.ok(Map.of("text", "x".repeat(1 << 20)))))
                .boundary("bomb", TestCore.answering(input -> Reply.ok(doubled)))
                .boundary(
                        "bytes",
                        TestCore.answering(input -> Reply.of(200, Body.text("text/plain", "x".repeat(2 << 20)))))
                .route("get", "/long", NO_DEADLINE, "long")
                .route("get", "/bomb", NO_DEADLINE, "bomb")
                .route("get", "/bytes", NO_DEADLINE, "bytes")
                .route("get", "/longer", new RouteLimits(Duration.ZERO, 0, 2 << 20), "long")
                .start();
        for (String name : List.of("long", "bomb", "bytes")) {
            Sent sent = core.get("/" + name);
            assertThat(sent.status()).as(name).isEqualTo(500);
            assertThat(sent.map())
                    .containsEntry("code", "answer_too_large")
                    .containsEntry("boundary", name)
                    .containsEntry("limit", 1L << 20);
        }
        assertThat(core.get("/longer").status()).isEqualTo(200);
    }

    @Test
    void anErrorOfMemoryEndsItsRequestAndNamesTheBoundary() {
        core.boundary("greedy", TestCore.answering(input -> {
                    long[][] all = new long[1024][];
                    for (int i = 0; i < all.length; i++) {
                        all[i] = new long[Integer.MAX_VALUE - 8];
                    }
                    return Reply.ok(Map.of("size", all.length));
                }))
                // Collections before the error may take longer than the usual deadline here.
                .route("get", "/greedy", new RouteLimits(Duration.ZERO, 0, 0), "greedy")
                .start();
        Sent sent = core.get("/greedy");
        assertThat(sent.status()).isEqualTo(500);
        assertThat(sent.map()).containsEntry("code", "out_of_memory").containsEntry("boundary", "greedy");
        assertThat(sent.map().get("incident")).isNotNull();
    }

    @Test
    void anExceptionThatCannotBePrintedIsAnIncidentLikeAnyOther() {
        core.boundary("spiteful", TestCore.answering(input -> {
                    throw new RuntimeException() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        public String getMessage() {
                            throw new IllegalStateException("not even this");
                        }
                    };
                }))
                .route("get", "/spiteful", "spiteful")
                .start();
        Sent sent = core.get("/spiteful");
        assertThat(sent.status()).isEqualTo(500);
        assertThat(sent.map()).containsKey("incident");
    }

    @Test
    void theNextRequestOfAThreadIsNotInterruptedForTheOneBefore() throws Exception {
        var late = new AtomicReference<@Nullable Thread>();
        core.boundary("slow", TestCore.answering(input -> {
                    late.set(Thread.currentThread());
                    while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    return Reply.ok(Map.of());
                }))
                .boundary(
                        "after",
                        TestCore.answering(
                                Declaration.terminal()
                                        .writes("interrupted", true)
                                        .build(),
                                input -> Reply.ok(Data.map(
                                        "interrupted", Thread.currentThread().isInterrupted()))))
                .route("get", "/slow", "slow")
                .route("get", "/after", "after")
                .start();
        var both = new CompletableFuture<Object>();
        Thread.ofPlatform().daemon().start(() -> {
            core.core.dispatch(CoreRequest.of("GET", "/slow"), answer -> {});
            both.complete(String.valueOf(core.get("/after").map().get("interrupted")));
        });
        assertThat(both.get(20, TimeUnit.SECONDS)).isEqualTo("false");
    }
}
