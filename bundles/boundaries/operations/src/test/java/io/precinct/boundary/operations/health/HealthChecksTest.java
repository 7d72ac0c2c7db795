package io.precinct.boundary.operations.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.service.HealthCheck;
import io.precinct.api.service.HealthCheck.Status;
import io.precinct.api.service.HealthCheck.Verdict;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.testing.Eventually;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HealthChecksTest {
    private volatile Callable<Verdict> next = () -> Verdict.up("well");
    private final HealthChecks checks = new HealthChecks();
    private final List<Plugin<HealthCheck>> moody = List.of(new Plugin<>(
            "moody",
            new HealthCheck() {
                @Override
                public String subject() {
                    return "moody";
                }

                @Override
                public Verdict check() throws Exception {
                    return next.call();
                }
            },
            new Generation(1, 1, "a.moody", "1.0.0", "test:")));

    private Status status() throws InterruptedException {
        return checks.run(moody).getFirst().status();
    }

    @Test
    void aCheckThatFailedAndIsLateCountsAsDown() throws Exception {
        Eventually.until("it is up", () -> status() == Status.UP);
        next = () -> {
            throw new IllegalStateException("on purpose");
        };
        Eventually.until("it has failed", () -> status() == Status.DOWN);
        var end = new CountDownLatch(1);
        next = () -> {
            end.await();
            return Verdict.up("well again");
        };

        assertThat(status()).isEqualTo(Status.DOWN);

        end.countDown();
        Eventually.until("it is up again", () -> status() == Status.UP);
    }
}
