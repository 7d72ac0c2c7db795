package io.precinct.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.plugin.Generation;
import io.precinct.core.watch.GivenUp.Cause;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestWatchTest {
    private final RequestWatch watch = new RequestWatch();

    @AfterEach
    void close() {
        watch.close();
    }

    /** A request whose route the watch cannot read, because the call fails. */
    private static final class Unspeakable extends RunningRequest {
        final CompletableFuture<GivenUp> answered = new CompletableFuture<>();

        @Override
        public String route() {
            throw new OutOfMemoryError("of this test");
        }

        @Override
        protected boolean uses(long bundleId) {
            return false;
        }

        @Override
        public int room() {
            return 1;
        }

        @Override
        protected boolean clientGone() {
            return false;
        }

        @Override
        protected void givenUp(GivenUp why) {
            answered.complete(why);
        }

        @Override
        protected void clientLeft() {
            answered.cancel(false);
        }

        @Override
        protected void abandoned() {
            answered.cancel(false);
        }
    }

    @Test
    void aRequestIsAnsweredAndInterruptedWhateverFailsWhileItIsGivenUp() throws Exception {
        var request = new Unspeakable();
        var interrupted = new CountDownLatch(1);
        var guard = new BoundaryGuard("slow", new Generation(1, 1, "test.slow", "1.0.0", "test"));
        Thread.ofPlatform().daemon().start(() -> {
            RunningRequest outer = watch.enter(request);
            request.crossing(TimeUnit.MILLISECONDS.toNanos(100), 0);
            request.at(new CrossingPlace(guard, true, false, false));
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            watch.leave(request, outer);
        });

        assertThat(request.answered.get(20, TimeUnit.SECONDS).cause()).isEqualTo(Cause.DEADLINE);
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(guard.view().overstays()).isEqualTo(1);
    }
}
