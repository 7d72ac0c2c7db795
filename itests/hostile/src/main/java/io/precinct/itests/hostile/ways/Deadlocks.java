package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Takes two locks in the order opposite to that of a thread of its own. */
public final class Deadlocks extends HostileFamily {
    private final Object left = new Object();
    private final Object right = new Object();

    @Override
    Outcome cross(Input input) {
        var both = new CyclicBarrier(2);
        Thread.ofPlatform().daemon().name("hostile-deadlock").start(() -> taken(right, left, both));
        taken(left, right, both);
        return done();
    }

    private static void taken(Object first, Object second, CyclicBarrier both) {
        synchronized (first) {
            try {
                both.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            synchronized (second) {
                Thread.onSpinWait();
            }
        }
    }
}
