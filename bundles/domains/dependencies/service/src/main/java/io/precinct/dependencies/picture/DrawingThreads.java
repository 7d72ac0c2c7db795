package io.precinct.dependencies.picture;

import io.precinct.core.api.thread.AbandonableThread;
import io.precinct.lib.elk.LayeredLayout;
import io.precinct.rest.api.Refusal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Draws on threads of their own, a few at a time. Whoever waits goes on when the time is over, whatever the drawing does: it
 * asks between the steps of a layout whether to give up, but a step may take long. Until it ends it is one of the few
 * threads that there may be, and comes behind all others. Thread-safe.
 */
final class DrawingThreads {
    /** Drawings that are waited for. */
    static final int MOST_AT_ONCE = 2;

    /** With those that nobody waits for any more. */
    static final int MOST_THREADS = 4;

    private final Duration time;
    private final Semaphore awaited = new Semaphore(MOST_AT_ONCE);
    private final Semaphore threads = new Semaphore(MOST_THREADS);

    /** Each drawing is waited for so long. */
    DrawingThreads(Duration time) {
        this.time = time;
    }

    /**
     * Draws.
     *
     * @param drawing is told whom to ask whether to give up
     * @return null if it was not drawn in time
     * @throws Refusal 503 if too many are under way, or the request is given up
     */
    @Nullable
    Picture draw(Function<BooleanSupplier, Picture> drawing) {
        if (!awaited.tryAcquire()) {
            throw tooMany();
        }
        try {
            if (!threads.tryAcquire()) {
                throw tooMany();
            }
            return await(drawing);
        } finally {
            awaited.release();
        }
    }

    private @Nullable Picture await(Function<BooleanSupplier, Picture> drawing) {
        long end = System.nanoTime() + time.toNanos();
        BooleanSupplier isOver =
                () -> System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted();
        var drawn = new CompletableFuture<Picture>();
        var thread = new AbandonableThread("picture", () -> {
            try {
                drawn.complete(released(drawing, isOver));
            } catch (Throwable e) {
                drawn.completeExceptionally(e);
            }
        });
        start(thread);
        try {
            return drawn.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return null;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw Refusal.of(503, "interrupted", "the request was given up");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LayeredLayout.GivenUp) {
                return null;
            }
            throw new IllegalStateException("the picture could not be drawn", e.getCause());
        } finally {
            if (!drawn.isDone()) {
                thread.abandon();
            }
        }
    }

    private Picture released(Function<BooleanSupplier, Picture> drawing, BooleanSupplier isOver) {
        try {
            return drawing.apply(isOver);
        } finally {
            threads.release();
        }
    }

    private void start(Thread thread) {
        boolean isStarted = false;
        try {
            thread.start();
            isStarted = true;
        } finally {
            if (!isStarted) {
                threads.release();
            }
        }
    }

    private static Refusal tooMany() {
        return Refusal.of(503, "too_many_pictures", "too many pictures are being drawn; try again soon")
                .header("Retry-After", "2");
    }
}
