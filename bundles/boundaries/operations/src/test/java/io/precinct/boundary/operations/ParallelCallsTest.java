package io.precinct.boundary.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.boundary.operations.ParallelCalls.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ParallelCallsTest {
    @Test
    void aQuestionThatNoThreadCouldBeStartedForIsPutAnewTheNextTime() throws Exception {
        var none = new AtomicBoolean(true);
        ThreadFactory threads = task -> new Thread(task) {
            @Override
            public synchronized void start() {
                if (none.get()) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                super.start();
            }
        };
        var asking = new ParallelCalls<String, Integer>(threads, String::length, Duration.ofMinutes(1));
        var asked = List.of("four");

        assertThatThrownBy(() -> asking.ask(asked)).isInstanceOf(OutOfMemoryError.class);
        none.set(false);

        assertThat(asking.ask(asked)).containsExactly(new Answer.Given<>(4));
    }
}
