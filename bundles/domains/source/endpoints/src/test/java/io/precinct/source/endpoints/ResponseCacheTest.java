package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.SourceFault;
import io.precinct.testing.Eventually;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Equal requests at the same moment. */
// @req:source-overload
@Timeout(60)
class ResponseCacheTest {
    private final ResponseCache answers = new ResponseCache();
    private final AtomicInteger made = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    /** A request on a thread of its own. */
    private final class Client {
        final CompletableFuture<Listing.Page> answer = new CompletableFuture<>();
        final Thread thread;

        Client(String question, Supplier<Listing.Page> make) {
            thread = Thread.ofVirtual().start(() -> {
                try {
                    answer.complete(answers.to(question, make));
                } catch (RuntimeException | Error e) {
                    answer.completeExceptionally(e);
                }
            });
        }

        /** Returns once it waits for the answer to another request, or has its own. */
        Client waiting() {
            Eventually.until(
                    "it waits for the answer to another request, or has its own",
                    () -> thread.getState() == Thread.State.WAITING || answer.isDone());
            return this;
        }

        Throwable failure() {
            try {
                throw new AssertionError("it was answered: " + answer.get());
            } catch (ExecutionException e) {
                return e.getCause();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static Listing.Page page(String text, boolean lasting) {
        return new Listing.Page(Map.of("text", text), false, "W/\"" + text + "\"", 100, lasting);
    }

    private Listing.Page make(String text) {
        made.incrementAndGet();
        return page(text, true);
    }

    /** The first request, whose answer is made until {@link #go}. */
    private Client first(Supplier<Listing.Page> then) throws InterruptedException {
        var first = new Client("question", () -> {
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw SourceFault.of(503, "interrupted", "given up");
            }
            return then.get();
        });
        begun.await();
        return first;
    }

    @Test
    void whoAsksTheSameMeanwhileGetsTheSameAnswer() throws Exception {
        Client first = first(() -> make("first"));
        Client second = new Client("question", () -> make("second")).waiting();
        Client third = new Client("question", () -> make("third")).waiting();
        assertThat(second.answer).isNotDone();
        assertThat(third.answer).isNotDone();

        go.countDown();

        assertThat(second.answer.get()).isSameAs(first.answer.get()).isSameAs(third.answer.get());
        assertThat(made).hasValue(1);
        assertThat(answers.to("question", () -> make("later"))).isSameAs(first.answer.get());
    }

    @Test
    void whoAsksSomethingElseDoesNotWait() throws Exception {
        Client first = first(() -> make("first"));

        assertThat(answers.to("another question", () -> make("another")).tag()).isEqualTo("W/\"another\"");

        go.countDown();
        assertThat(first.answer.get().tag()).isEqualTo("W/\"first\"");
    }

    @Test
    void whatRefusesARequestRefusesAllWhoWaited() throws Exception {
        Client first = first(() -> {
            throw SourceFault.of(503, "repository_failed", "for all");
        });
        Client second = new Client("question", () -> make("second")).waiting();
        Client third = new Client("question", () -> make("third")).waiting();

        go.countDown();

        assertThat(first.failure()).hasMessage("for all");
        assertThat(second.failure()).hasMessage("for all");
        assertThat(third.failure()).hasMessage("for all");
        assertThat(made).hasValue(0);
    }

    @Test
    void anErrorRefusesAllWhoWaited() throws Exception {
        Client first = first(() -> {
            throw new OutOfMemoryError("for a test");
        });
        Client second = new Client("question", () -> make("second")).waiting();

        go.countDown();

        assertThat(first.failure()).isInstanceOf(OutOfMemoryError.class);
        assertThat(second.failure())
                .isInstanceOfSatisfying(
                        SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("overloaded"));
        assertThat(made).hasValue(0);
    }

    /** Otherwise each would wait twice the time limit, and then all would compute the answer at once. */
    @Test
    void whatTookTooLongIsToldToAllWhoWaited() throws Exception {
        Client first = first(() -> {
            throw SourceFault.of(504, "query_timeout", "too long");
        });
        Client second = new Client("question", () -> make("second")).waiting();

        go.countDown();

        assertThat(first.failure()).hasMessage("too long");
        assertThat(second.failure()).hasMessage("too long");
        assertThat(made).hasValue(0);
        assertThat(answers.to("question", () -> make("later")).tag()).isEqualTo("W/\"later\"");
    }

    @Test
    void whoIsGivenUpLeavesTheOthersToThemselves() throws Exception {
        Client first = first(() -> make("first"));
        Client second = new Client("question", () -> make("second")).waiting();

        first.thread.interrupt();

        assertThat(first.failure()).hasMessage("given up");
        assertThat(second.answer.get().tag()).isEqualTo("W/\"second\"");
    }

    @Test
    void whoIsGivenUpWhileWaitingDisturbsNobody() throws Exception {
        Client first = first(() -> make("first"));
        Client second = new Client("question", () -> make("second")).waiting();

        second.thread.interrupt();

        assertThat(second.failure()).isInstanceOfSatisfying(SourceFault.class, fault -> {
            assertThat(fault.status()).isEqualTo(503);
            assertThat(fault.code()).isEqualTo("interrupted");
        });
        go.countDown();
        assertThat(first.answer.get().tag()).isEqualTo("W/\"first\"");
        assertThat(made).hasValue(1);
    }

    @Test
    void anAnswerThatMayBeBetterNextTimeIsSharedAndNotKept() throws Exception {
        Client first = first(() -> page("not all of it", false));
        Client second = new Client("question", () -> make("all of it")).waiting();

        go.countDown();

        assertThat(second.answer.get()).isSameAs(first.answer.get());
        assertThat(answers.to("question", () -> make("later")).tag()).isEqualTo("W/\"later\"");
    }

    @Test
    void ofThoseWhoWaitForOneWhoIsGivenUpOneMakesTheAnswerForAll() throws Exception {
        Client first = first(() -> make("first"));
        var waiting = new ArrayList<Client>();
        for (int i = 0; i < 20; i++) {
            waiting.add(new Client("question", () -> make("second")).waiting());
        }

        first.thread.interrupt();

        for (Client each : waiting) {
            assertThat(each.answer.get()).isSameAs(waiting.getFirst().answer.get());
        }
        assertThat(made).hasValue(1);
    }

    @Test
    void itIsCountedWhereAnswersCameFrom() throws Exception {
        Client first = first(() -> make("first"));
        Client second = new Client("question", () -> make("second")).waiting();
        go.countDown();
        first.answer.get();
        second.answer.get();
        answers.to("question", () -> make("later"));

        assertThat(answers.count(ResponseCache.Source.MADE)).isEqualTo(1);
        assertThat(answers.count(ResponseCache.Source.SHARED)).isEqualTo(1);
        assertThat(answers.count(ResponseCache.Source.KEPT)).isEqualTo(1);
    }

    @Test
    void afterAFailureTheQuestionIsOpenAgain() {
        assertThatThrownBy(() -> answers.to("question", () -> {
                    throw SourceFault.of(503, "cloning", "not yet");
                }))
                .hasMessage("not yet");
        assertThat(answers.to("question", () -> make("now")).tag()).isEqualTo("W/\"now\"");
    }
}
