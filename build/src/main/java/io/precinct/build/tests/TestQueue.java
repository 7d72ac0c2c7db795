package io.precinct.build.tests;

import io.precinct.build.SourceModule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The waiting test classes, shared by lanes that run one class at a time each. Earlier stages go first; within a stage,
 * a lane stays with its JVM, and then changes to another group. A module never has more lanes than it allows.
 */
final class TestQueue {
    /**
     * A waiting class.
     *
     * @param test the class
     * @param stage its stage: lower first
     * @param millis its expected duration
     */
    record Waiting(TestClass test, int stage, long millis) {}

    /** The order of classes within a stage. */
    enum Order {
        /** The group with the most work left, its longest class first: all lanes end at about the same time. */
        LONGEST_FIRST,
        /** The shortest class first: the first verdicts come soon. */
        SHORTEST_FIRST
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final List<Waiting> waiting;
    private final Order order;
    private final Map<SourceModule, Integer> lanes = new HashMap<>();
    private final Map<SourceModule, Integer> allowed = new HashMap<>();
    private boolean stopped;

    /**
     * A queue of classes.
     *
     * @param order their order within a stage
     * @param forks how many lanes a module allows
     */
    TestQueue(List<Waiting> classes, Order order, ToIntFunction<SourceModule> forks) {
        this.order = order;
        waiting = new ArrayList<>(classes);
        Comparator<Waiting> shortest = Comparator.comparingLong(Waiting::millis);
        waiting.sort(Comparator.comparingInt(Waiting::stage)
                .thenComparing(order == Order.SHORTEST_FIRST ? shortest : shortest.reversed()));
        for (Waiting each : waiting) {
            allowed.computeIfAbsent(each.test().module(), forks::applyAsInt);
        }
    }

    /**
     * The next class for a lane, or none if nothing is left for it. Waits if classes are left only in modules that
     * allow no further lane.
     *
     * @param group the group of the lane's JVM; null for a lane without one
     */
    Optional<TestClass> next(@Nullable TestGroup group) {
        lock.lock();
        try {
            if (group != null) {
                lanes.merge(group.module(), -1, Integer::sum);
                freed.signalAll();
            }
            while (!stopped && !waiting.isEmpty()) {
                Optional<Waiting> found = best(group);
                if (found.isPresent()) {
                    waiting.remove(found.get());
                    lanes.merge(found.get().test().module(), 1, Integer::sum);
                    return Optional.of(found.get().test());
                }
                freed.await();
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private Optional<Waiting> best(@Nullable TestGroup group) {
        List<Waiting> open = waiting.stream()
                .filter(each -> lanes.getOrDefault(each.test().module(), 0)
                        < allowed.getOrDefault(each.test().module(), 1))
                .toList();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        int stage = open.getFirst().stage();
        List<Waiting> turn = open.stream().filter(each -> each.stage() == stage).toList();
        Optional<Waiting> here = turn.stream()
                .filter(each -> TestGroup.of(each.test()).equals(group))
                .findFirst();
        if (here.isPresent()) {
            return here;
        }
        return order == Order.SHORTEST_FIRST ? turn.stream().findFirst() : mostLeft(turn);
    }

    private Optional<Waiting> mostLeft(List<Waiting> turn) {
        Map<TestGroup, Long> left = new LinkedHashMap<>();
        for (Waiting each : turn) {
            left.merge(TestGroup.of(each.test()), each.millis(), Long::sum);
        }
        // The work left per allowed lane.
        return left.entrySet().stream()
                .max(Comparator.comparingLong(entry ->
                        entry.getValue() / allowed.getOrDefault(entry.getKey().module(), 1)))
                .flatMap(entry -> turn.stream()
                        .filter(each -> TestGroup.of(each.test()).equals(entry.getKey()))
                        .findFirst());
    }

    /** Hands out nothing more; returns what was not run. */
    List<TestClass> stop() {
        lock.lock();
        try {
            stopped = true;
            freed.signalAll();
            return waiting.stream().map(Waiting::test).toList();
        } finally {
            lock.unlock();
        }
    }
}
