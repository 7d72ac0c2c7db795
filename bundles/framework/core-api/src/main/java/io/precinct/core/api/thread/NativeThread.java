package io.precinct.core.api.thread;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The operating system's side of a thread. Java's own priorities have no effect on Linux without administrator rights,
 * but every process may lower its own. Has no effect except on Linux. Thread-safe; nothing here throws.
 */
public final class NativeThread {
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final int NOBODY = -1;
    private static final boolean LINUX = System.getProperty("os.name", "").startsWith("Linux");

    /** A tenth of the share of each other thread while there are any. */
    public static final int BEHIND = 10;

    /** A seventieth of the share of each other thread, enough to release what it holds. */
    public static final int LAST = 19;

    private NativeThread() {}

    /** The system's number of the calling thread, or 0 if it cannot be determined. */
    public static int current() {
        try {
            return Integer.parseInt(String.valueOf(Files.readSymbolicLink(SELF).getFileName()));
        } catch (IOException | NumberFormatException | UnsupportedOperationException e) {
            return 0;
        }
    }

    /** Prepares everything needed: something first needed during a shortage of memory may fail for good. */
    public static void prepare() {
        boolean ignored = Scheduler.set(NOBODY, LAST) || Priority.set(NOBODY, LAST);
    }

    /** Makes the calling thread a background thread: it comes {@link #BEHIND} the others, for good. */
    public static void giveWay() {
        boolean ignored = setBehind(current(), BEHIND);
    }

    /**
     * Sets a thread behind the others, for good: only administrators may revert it.
     *
     * @param thread as returned by {@link #current}; 0 for none
     * @param nice {@link #BEHIND} or {@link #LAST}
     * @return whether the system did so
     */
    public static boolean setBehind(int thread, int nice) {
        return thread != 0 && (Scheduler.set(thread, nice) || Priority.set(thread, nice));
    }

    /**
     * Sets time slices. A thread that wakes up interrupts one with longer slices than its own: with nice alone, thirty
     * computing threads keep a brief request waiting for many of their turns. Linux 6.12 and later; earlier ones ignore
     * the slice.
     */
    private static final class Scheduler {
        /**
         * More than the at most 3 ms of all others, and less than the 4 ms between two ticks of many clocks, which are
         * the scheduler's own steps: a thread may hold a lock of the virtual machine while the rest have their turns.
         */
        private static final long SLICE = TimeUnit.MICROSECONDS.toNanos(3500);

        private static final int OTHER = 0;

        private static final MemoryLayout ATTRIBUTES = MemoryLayout.structLayout(
                ValueLayout.JAVA_INT.withName("size"),
                ValueLayout.JAVA_INT.withName("policy"),
                ValueLayout.JAVA_LONG.withName("flags"),
                ValueLayout.JAVA_INT.withName("nice"),
                ValueLayout.JAVA_INT.withName("priority"),
                ValueLayout.JAVA_LONG.withName("runtime"),
                ValueLayout.JAVA_LONG.withName("deadline"),
                ValueLayout.JAVA_LONG.withName("period"));

        /** The number of {@code sched_setattr}, for which older libraries have no function; 0 if unknown. */
        private static final long NUMBER = switch (System.getProperty("os.arch", "")) {
            case "amd64", "x86_64" -> 314;
            case "aarch64" -> 274;
            default -> 0;
        };

        private static final @Nullable MethodHandle CALL = NUMBER == 0
                ? null
                : function(
                        "syscall",
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_LONG),
                        Linker.Option.firstVariadicArg(1));

        static boolean set(int thread, int nice) {
            if (CALL == null) {
                return false;
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment attributes = arena.allocate(ATTRIBUTES);
                attributes.set(ValueLayout.JAVA_INT, at("size"), (int) ATTRIBUTES.byteSize());
                attributes.set(ValueLayout.JAVA_INT, at("policy"), OTHER);
                attributes.set(ValueLayout.JAVA_INT, at("nice"), nice);
                attributes.set(ValueLayout.JAVA_LONG, at("runtime"), SLICE);
                return (long) CALL.invokeExact(NUMBER, (long) thread, attributes, 0L) == 0;
            } catch (Throwable e) {
                return false; // like a system without this call
            }
        }

        private static long at(String member) {
            return ATTRIBUTES.byteOffset(MemoryLayout.PathElement.groupElement(member));
        }
    }

    /** For systems that refuse the other call, as the rules of some containers do. */
    private static final class Priority {
        private static final int PROCESS = 0;
        private static final @Nullable MethodHandle SETPRIORITY = function(
                "setpriority",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

        static boolean set(int thread, int nice) {
            try {
                return SETPRIORITY != null && (int) SETPRIORITY.invokeExact(PROCESS, thread, nice) == 0;
            } catch (Throwable e) {
                return false; // a call that cannot be made only costs the courtesy
            }
        }
    }

    /** A function of the C library of Linux; null if there is none, or native calls are not permitted. */
    private static @Nullable MethodHandle function(String name, FunctionDescriptor shape, Linker.Option... options) {
        if (!LINUX) {
            return null;
        }
        try {
            Linker linker = Linker.nativeLinker();
            return linker.defaultLookup()
                    .find(name)
                    .map(address -> linker.downcallHandle(address, shape, options))
                    .orElse(null);
        } catch (Throwable e) {
            return null; // an Error, too: otherwise the class that asks would be unusable for good
        }
    }
}
