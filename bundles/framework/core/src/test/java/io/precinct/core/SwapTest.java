package io.precinct.core;

import static io.precinct.core.TestCore.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Reply;
import io.precinct.api.envelope.EnvelopeEntry;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.testing.Eventually;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SwapTest {
    private final TestCore core = new TestCore();

    @AfterEach
    void stop() {
        core.close();
    }

    @Test
    void aRequestFinishesOnTheChainItStartedOnAndHoldsItsBundleBack() throws Exception {
        var entered = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        core.boundary("slow", answering(in -> {
                    entered.countDown();
                    leave.await();
                    return Reply.ok(Map.of("generation", 1));
                }))
                .route("get", "/slow", "slow")
                .start();
        long old = core.core.plugins().boundaries().get("slow").generation().bundleId();
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestCore.Sent> first = pool.submit(() -> core.get("/slow"));
            entered.await();
            core.plugins.remove("boundary slow");
            core.boundary("slow", answering(in -> Reply.ok(Map.of("generation", 2))));
            core.core.deployed(core.plugins.snapshot());

            var drained = core.core.drained(old).toCompletableFuture();
            assertThat(core.get("/slow").payload()).isEqualTo(Map.of("generation", 2));
            assertThat(drained).isNotDone();
            leave.countDown();

            assertThat(first.get().payload()).isEqualTo(Map.of("generation", 1));
            drained.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void noRequestMeetsABoundaryAfterItWasDrained() throws Exception {
        core.route("get", "/swap", "swap");
        var stop = new AtomicBoolean();
        var serving = new AtomicBoolean(true);
        core.boundary("swap", refusingOnce(serving)).start();
        List<Future<Integer>> clients = new ArrayList<>();
        try (var pool = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                clients.add(pool.submit(() -> clientUntil(stop)));
            }
            try {
                for (int i = 0; i < 300; i++) {
                    serving = swap(serving);
                }
            } finally {
                stop.set(true); // otherwise closing the pool would wait for its clients for ever
            }
            for (Future<Integer> client : clients) {
                assertThat(client.get()).isPositive();
            }
        }
    }

    private int clientUntil(AtomicBoolean stop) {
        int answered = 0;
        do {
            assertThat(core.get("/swap").status()).isEqualTo(200);
            answered++;
        } while (!stop.get());
        return answered;
    }

    /** Replaces the boundary by a new one, waits until the old one has drained, and then makes the old one fail. */
    private AtomicBoolean swap(AtomicBoolean old) throws Exception {
        long bundle = core.core.plugins().boundaries().get("swap").generation().bundleId();
        var next = new AtomicBoolean(true);
        core.plugins.remove("boundary swap");
        core.plugins.boundary("swap", refusingOnce(next));
        core.core.deployed(core.plugins.snapshot());
        core.core.drained(bundle).toCompletableFuture().get(10, TimeUnit.SECONDS);
        old.set(false);
        return next;
    }

    @Test
    void aDeploymentThatBeganBeforeAConfigurationDoesNotUndoItsStrictInput() throws Exception {
        var keys = new HeldKeys();
        core.strictInput(false).start();
        core.core.deployed(with(keys, core.plugins.snapshot()));
        PluginSnapshot newer = core.plugins.snapshot();

        keys.held = true;
        var configured = Thread.ofPlatform().start(() -> core.strictInput(true).configure());
        keys.entered.await();
        var deployed = Thread.ofPlatform().start(() -> core.core.deployed(newer));
        Eventually.until(
                "it has read everything and waits for the lock", () -> deployed.getState() == Thread.State.BLOCKED);
        keys.leave.countDown();
        configured.join();
        deployed.join();

        assertThat(core.core.plugins()).isSameAs(newer);
        assertThat(core.core.strictInput()).isTrue();
    }

    private static PluginSnapshot with(List<EnvelopeEntry> keys, PluginSnapshot plugins) {
        return new PluginSnapshot(
                plugins.revision(),
                plugins.boundaries(),
                plugins.formatters(),
                plugins.resolvers(),
                plugins.archetypes(),
                plugins.healthChecks(),
                keys,
                plugins.problems());
    }

    /** An empty list of keys that blocks the thread which assembles chains with it. */
    private static final class HeldKeys extends AbstractList<EnvelopeEntry> {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch leave = new CountDownLatch(1);
        volatile boolean held;

        @Override
        public EnvelopeEntry get(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public int size() {
            if (held) {
                entered.countDown();
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return 0;
        }
    }

    private static Boundary refusingOnce(AtomicBoolean serving) {
        return answering(in -> {
            if (!serving.get()) {
                throw new IllegalStateException("entered after it was drained");
            }
            Thread.yield();
            if (!serving.get()) {
                throw new IllegalStateException("drained while in use");
            }
            return Reply.ok(Map.of());
        });
    }
}
