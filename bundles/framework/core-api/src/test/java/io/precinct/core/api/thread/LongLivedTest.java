package io.precinct.core.api.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LongLivedTest {
    private static final class Broken extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void workThatThrowsAnErrorIsBegunAgain() throws Exception {
        var rounds = new AtomicInteger();
        var told = new ConcurrentLinkedQueue<String>();
        Thread thread = LongLived.start("broken-once", (message, e) -> told.add(message + ": " + e), () -> {
            if (rounds.incrementAndGet() == 1) {
                throw new OutOfMemoryError("somebody else's");
            }
        });

        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        assertThat(rounds).hasValue(2);
        assertThat(told).singleElement().asString().contains("broken-once failed", "somebody else's");
        assertThat(LongLived.failing()).isEmpty();
    }

    @Test
    void evenWhereNothingCanBeTold() throws Exception {
        var rounds = new AtomicInteger();
        Thread thread = LongLived.start(
                "speechless",
                (_, _) -> {
                    throw new Broken();
                },
                () -> {
                    if (rounds.incrementAndGet() == 1) {
                        throw new Broken();
                    }
                });

        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        assertThat(rounds).hasValue(2);
    }

    @Test
    void whatFailsAgainAndAgainIsNamedUntilItEnds() throws Exception {
        var failed = new CountDownLatch(3);
        Thread thread = LongLived.start("hopeless", (_, _) -> failed.countDown(), () -> {
            throw new Broken();
        });

        assertThat(failed.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(LongLived.failing()).isEqualTo(List.of("hopeless: " + Broken.class.getName()));
        thread.interrupt();
        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        assertThat(LongLived.failing()).isEmpty();
    }

    @Test
    void itEndsWhereItsWorkIsInterrupted() throws Exception {
        Thread thread = LongLived.start("waiting", (_, _) -> {}, () -> Thread.sleep(Duration.ofHours(1)));
        thread.interrupt();

        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
    }

    /** As if memory were short while a class is loaded for the first time because of a failure. */
    @Test
    void itSurvivesWhereNoClassCanBeLoadedAnyMore() throws Exception {
        var rounds = new AtomicInteger();
        var exhausted = new AtomicBoolean();
        try (var loader = new ExhaustedLoader(exhausted)) {
            Thread thread = (Thread) loader.loadClass(LongLived.class.getName())
                    .getMethod("unstarted", String.class, BiConsumer.class, LongLived.Work.class)
                    .invoke(null, "short-of-memory", (BiConsumer<String, Throwable>) (_, _) -> {}, (LongLived.Work)
                            () -> {
                                if (rounds.incrementAndGet() == 1) {
                                    throw new OutOfMemoryError("somebody else's");
                                }
                            });
            exhausted.set(true);
            thread.start();

            assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
            assertThat(rounds).hasValue(2);
        }
    }

    /** Has its own {@link LongLived}, and shares the classes around it. */
    private static final class ExhaustedLoader extends URLClassLoader {
        private final AtomicBoolean exhausted;

        ExhaustedLoader(AtomicBoolean exhausted) {
            super(
                    new URL[] {
                        LongLived.class.getProtectionDomain().getCodeSource().getLocation()
                    },
                    LongLived.class.getClassLoader());
            this.exhausted = exhausted;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (exhausted.get()) {
                throw new OutOfMemoryError("no memory for " + name);
            }
            if (name.equals(LongLived.class.getName())) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
            return super.loadClass(name, resolve);
        }
    }
}
