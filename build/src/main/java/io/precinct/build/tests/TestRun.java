package io.precinct.build.tests;

import io.precinct.build.Checkout;
import io.precinct.build.Launch;
import io.precinct.build.tests.ClassResult.Failure;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Runs test classes in several JVMs at once, prints the result of each, and keeps it in the records. */
public final class TestRun {
    private final Checkout checkout;
    private final Records records;
    private final PrintStream out;
    private final boolean stopAtFailure;
    private final int lanes;
    private final List<ClassResult> results = Collections.synchronizedList(new ArrayList<>());
    private final List<TestClass> unfinished = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, TestClass> classes = new TreeMap<>();
    private final Set<WorkerProcess> workers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean stopping = new AtomicBoolean();

    /**
     * A run that has not begun.
     *
     * @param stopAtFailure whether no further class begins once one has failed
     */
    public TestRun(Checkout checkout, Records records, PrintStream out, boolean stopAtFailure) {
        this.checkout = checkout;
        this.records = records;
        this.out = out;
        this.stopAtFailure = stopAtFailure;
        this.lanes =
                Integer.getInteger("precinct.test.lanes", Runtime.getRuntime().availableProcessors() + 1);
    }

    /**
     * Runs classes, stage by stage. In a single stage the longest go first, so that all lanes end at about the same time;
     * in several, the shortest, so that the first verdicts come soon.
     *
     * @return the classes that were not run, or not completed, because another had failed
     */
    public List<TestClass> run(List<? extends Collection<TestClass>> stages) {
        List<TestQueue.Waiting> waiting = new ArrayList<>();
        for (int stage = 0; stage < stages.size(); stage++) {
            for (TestClass test : stages.get(stage)) {
                if (classes.put(test.name(), test) == null) {
                    waiting.add(new TestQueue.Waiting(test, stage, records.millis(test.name())));
                }
            }
        }
        var queue = new TestQueue(
                waiting,
                stages.size() > 1 ? TestQueue.Order.SHORTEST_FIRST : TestQueue.Order.LONGEST_FIRST,
                module -> Launch.of(module).forks());
        RunFolder folder = RunFolder.open(checkout);
        Thread end = Thread.ofPlatform().unstarted(() -> interrupted(queue, folder));
        Runtime.getRuntime().addShutdownHook(end);
        try (folder) {
            List<Thread> threads = new ArrayList<>();
            for (int lane = 0; lane < Math.min(lanes, waiting.size()); lane++) {
                threads.add(Thread.ofPlatform().name("lane-" + lane).start(() -> lane(queue, folder)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            records.save();
            try {
                Runtime.getRuntime().removeShutdownHook(end);
            } catch (IllegalStateException e) {
                // the program is ending
            }
        }
        unfinished.addAll(queue.stop());
        return List.copyOf(unfinished);
    }

    /** Handles the end of the program: nothing of it stays. */
    private void interrupted(TestQueue queue, RunFolder folder) {
        queue.stop();
        workers.forEach(WorkerProcess::kill);
        workers.forEach(WorkerProcess::awaitEnd);
        folder.close();
    }

    private void lane(TestQueue queue, RunFolder folder) {
        @Nullable WorkerProcess worker = null;
        @Nullable TestGroup group = null;
        try {
            for (var next = queue.next(null); next.isPresent(); next = queue.next(group)) {
                TestClass test = next.get();
                try {
                    if (worker == null
                            || !worker.isAlive()
                            || !TestGroup.of(test).equals(group)) {
                        end(worker);
                        worker = null;
                        worker = new WorkerProcess(TestGroup.of(test), test.isAssembled(), folder);
                        workers.add(worker);
                    }
                    ClassResult result = worker.run(test);
                    if (worker.isKilled()) {
                        unfinished.add(test);
                    } else {
                        finish(test, result, worker);
                    }
                } catch (UncheckedIOException e) {
                    // Other lanes wait for this one to return.
                    report(
                            test,
                            new ClassResult(test.name(), 0, 0, List.of(new Failure("(its JVM)", e.toString())), 0, 0));
                }
                group = TestGroup.of(test);
                if (stopping.get()) {
                    queue.stop();
                    // Nobody waits for the other lanes' work.
                    workers.forEach(WorkerProcess::kill);
                }
            }
        } finally {
            end(worker);
        }
    }

    private void end(@Nullable WorkerProcess worker) {
        if (worker != null) {
            worker.close();
            workers.remove(worker);
        }
    }

    private void finish(TestClass test, ClassResult result, WorkerProcess worker) {
        if (test.isAssembled()) {
            records.add(test.name(), worker.loaded().take());
        }
        report(test, result);
    }

    private void report(TestClass test, ClassResult result) {
        results.add(result);
        records.add(result);
        if (!result.passed() && stopAtFailure) {
            stopping.set(true);
        }
        out.print(line(test, result));
        out.flush();
    }

    private String line(TestClass test, ClassResult result) {
        var text = new StringBuilder("%s %s %s: %d tests%s, %.1f s, %.1f s of CPU%n"
                .formatted(
                        result.passed() ? "passed" : "FAILED",
                        test.module(),
                        test.name().replaceFirst("^io\\.precinct\\.", ""),
                        result.tests(),
                        result.skipped() == 0 ? "" : " (" + result.skipped() + " skipped)",
                        result.millis() / 1000.0,
                        result.cpuMillis() / 1000.0));
        for (Failure failure : result.failures()) {
            text.append("  ").append(failure.test()).append('\n');
            failure.trace()
                    .lines()
                    .limit(60)
                    .forEach(trace -> text.append("    ").append(trace).append('\n'));
        }
        if (!result.passed()) {
            text.append("  what it printed: target/tests/output/%s.txt%n".formatted(test.name()));
        }
        return text.toString();
    }

    /** Prints the sums of each module and of all, and returns whether everything passed. */
    public boolean summary() {
        Map<String, int[]> modules = new TreeMap<>();
        int[] all = new int[3];
        List<ClassResult> failed = new ArrayList<>();
        for (ClassResult result : List.copyOf(results)) {
            TestClass test = classes.get(result.name());
            String module = test == null ? "" : test.module().toString();
            for (int[] sum : List.of(modules.computeIfAbsent(module, key -> new int[3]), all)) {
                sum[0] += result.tests();
                sum[1] += result.failures().size();
                sum[2] += result.skipped();
            }
            if (!result.passed()) {
                failed.add(result);
            }
        }
        out.println("\nSummary");
        modules.forEach((module, sum) -> out.println("  %-40s %s".formatted(module, sums(sum))));
        for (ClassResult result : failed) {
            result.failures().forEach(failure -> out.println("  FAILED " + result.name() + " " + failure.test()));
        }
        out.println(sums(all));
        return failed.isEmpty();
    }

    private static String sums(int[] sum) {
        return "Tests run: %d, Failures: %d, Errors: 0, Skipped: %d".formatted(sum[0], sum[1], sum[2]);
    }
}
