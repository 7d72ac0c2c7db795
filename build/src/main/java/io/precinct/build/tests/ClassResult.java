package io.precinct.build.tests;

import java.util.List;

/**
 * The result of a test class.
 *
 * @param name its name
 * @param tests how many tests it has run, including skipped ones
 * @param skipped how many of these were skipped
 * @param failures its failed tests
 * @param millis how long it took, in milliseconds
 * @param cpuMillis the processor time that its JVM and the processes started there used meanwhile, in milliseconds
 */
public record ClassResult(String name, int tests, int skipped, List<Failure> failures, long millis, long cpuMillis) {
    /** Whether nothing failed. */
    public boolean passed() {
        return failures.isEmpty();
    }

    /**
     * A test that failed.
     *
     * @param test its method, or its class if that failed as a whole
     * @param trace the stack trace
     */
    public record Failure(String test, String trace) {}
}
