package io.precinct.core.api.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class NativeThreadTest {
    private static final Path TASKS = Path.of("/proc/self/task");

    @Test
    void anotherThreadIsSetBehindInTwoSteps() throws Exception {
        var id = new AtomicInteger();
        var started = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().start(() -> {
            id.set(NativeThread.current());
            started.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            started.await();
            int before = niceOf(id.get());
            assertThat(NativeThread.setBehind(id.get(), NativeThread.BEHIND)).isTrue();
            assertThat(niceOf(id.get())).isEqualTo(NativeThread.BEHIND).isGreaterThan(before);
            assertThat(NativeThread.setBehind(id.get(), NativeThread.LAST)).isTrue();
            assertThat(niceOf(id.get())).isEqualTo(NativeThread.LAST);
            assertThat(niceOf(NativeThread.current())).as("the caller stays").isEqualTo(before);
        } finally {
            end.countDown();
            thread.join();
        }
    }

    @Test
    void aThreadGivesWayItself() throws Exception {
        var nice = new AtomicInteger(-1);
        Thread thread = Thread.ofPlatform().start(() -> {
            NativeThread.giveWay();
            nice.set(niceOf(NativeThread.current()));
        });
        thread.join();
        assertThat(nice.get()).isEqualTo(NativeThread.BEHIND);
    }

    @Test
    void whereNoThreadIsKnownNothingIsDone() {
        assertThat(NativeThread.setBehind(0, NativeThread.LAST)).isFalse();
    }

    /** The nineteenth field; the second may hold spaces. */
    private static int niceOf(int thread) {
        try {
            String stat = Files.readString(TASKS.resolve(thread + "/stat"));
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
