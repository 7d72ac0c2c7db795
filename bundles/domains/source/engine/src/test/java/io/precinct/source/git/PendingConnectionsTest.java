package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.testing.Eventually;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PendingConnectionsTest {
    private final PendingConnections pending = new PendingConnections();

    @Test
    void oneMoreThanAServerAllowsWaitsUntilAnotherIsEstablished() throws Exception {
        var places = new ArrayList<PendingConnections.Place>();
        for (int i = 0; i < PendingConnections.MOST; i++) {
            places.add(pending.enter("git.example.org", 22));
        }
        var entered = new AtomicInteger();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try (PendingConnections.Place _ = pending.enter("git.example.org", -1)) {
                entered.incrementAndGet();
            } catch (InterruptedIOException e) {
                throw new AssertionError(e);
            }
        });
        Eventually.until(() -> "it waits: " + waiting.getState(), () -> waiting.getState() == Thread.State.WAITING);
        try (PendingConnections.Place _ = pending.enter("git.example.org", 2222);
                PendingConnections.Place _ = pending.enter("other.example.org", 22)) {
            assertThat(entered).as("other servers have places of their own").hasValue(0);
        }
        places.removeLast().close();
        waiting.join();
        assertThat(entered).hasValue(1);
    }

    @Test
    void waitingEndsWhenTheThreadIsInterrupted() throws Exception {
        for (int i = 0; i < PendingConnections.MOST; i++) {
            pending.enter("git.example.org", 22);
        }
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> pending.enter("git.example.org", 22)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
