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
 * Draws on separate threads, a few at a time. A caller stops waiting when the time is over, even if the drawing does
 * not stop: a layout checks between its steps whether to give up, but a single step may take long. Until such a drawing
 * ends, it occupies one of the few threads and runs with low priority. Thread-safe.
 */
final class DrawingThreads {
    /** Most drawings that callers wait for. */
    static final int MOST_AT_ONCE = 2;

    /** Most drawings in total, including abandoned ones. */
    static final int MOST_THREADS = 4;

    private final Duration time;
    private final Semaphore awaited = new Semaphore(MOST_AT_ONCE);
    private final Semaphore threads = new Semaphore(MOST_THREADS);

    /** Creates threads that wait this long for each drawing. */
    DrawingThreads(Duration time) {
        this.time = time;
    }

    /**
     * Draws a picture.
     *
     * @param drawing receives a check that returns true when to give up
     * @return null if the picture was not drawn in time
     * @throws Refusal 503 if too many drawings are running, or the request is interrupted
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
