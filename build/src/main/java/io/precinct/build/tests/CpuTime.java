package io.precinct.build.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** The processor time of a process with the processes that it started. */
final class CpuTime {
    /** Fields of {@code /proc/PID/stat} after the name in parentheses: utime, stime, cutime and cstime (proc(5)). */
    private static final int FIRST = 11;

    private static final int LAST = 14;

    /** Clock ticks are a hundredth of a second in all that Linux shows to programs. */
    private static final int MILLIS_PER_TICK = 10;

    private CpuTime() {}

    /**
     * The time that a process, its living descendants, and the ended ones for which their parents have waited have used so
     * far, in milliseconds. Where the system has no {@code /proc}, the time of ended processes is missing.
     */
    static long millis(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .mapToLong(CpuTime::own)
                .sum();
    }

    private static long own(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
            long ticks = 0;
            for (int field = FIRST; field <= LAST; field++) {
                ticks += Long.parseLong(fields[field]);
            }
            return ticks * MILLIS_PER_TICK;
        } catch (IOException e) {
            // It has ended, or this is not Linux.
            return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
        }
    }
}
