package io.precinct.core.watch;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operating system's side of a thread. Java's own priorities do nothing on Linux without rights of the administrator;
 * asking for less than one has is everybody's right. Elsewhere than on Linux nothing of this has an effect.
 */
final class NativeThread {
    private static final Logger LOG = LoggerFactory.getLogger(NativeThread.class);
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final int PRIO_PROCESS = 0;

    /** A tenth of what each other thread gets while there are any. */
    static final int BEHIND = 10;

    /** A seventieth, enough to let go of what it holds. */
    static final int LAST = 19;

    private NativeThread() {}

    /** The number under which the system knows the calling thread, or 0 where that cannot be found out. */
    static int current() {
        try {
            return Integer.parseInt(String.valueOf(Files.readSymbolicLink(SELF).getFileName()));
        } catch (IOException | NumberFormatException | UnsupportedOperationException e) {
            return 0;
        }
    }

    /**
     * Sets a thread behind the others, for good: taking it back is a right of administrators only.
     *
     * @param nice {@link #BEHIND} or {@link #LAST}
     */
    static void setBehind(int thread, int nice) {
        if (thread == 0 || SetPriority.FUNCTION == null) {
            return;
        }
        try {
            int ignored = (int) SetPriority.FUNCTION.invokeExact(PRIO_PROCESS, thread, nice);
            LOG.debug("thread {} gets nice {}: {}", thread, nice, ignored == 0 ? "done" : "refused");
        } catch (Throwable e) {
            // A call that cannot be made costs nothing but the courtesy.
            LOG.warn("thread {} cannot be set behind the others", thread, e);
        }
    }

    /** Looked up when it is first needed: most processes never do. */
    private static final class SetPriority {
        static final @Nullable MethodHandle FUNCTION = find();

        private static @Nullable MethodHandle find() {
            try {
                Linker linker = Linker.nativeLinker();
                return linker.defaultLookup()
                        .find("setpriority")
                        .map(address -> linker.downcallHandle(
                                address,
                                FunctionDescriptor.of(
                                        ValueLayout.JAVA_INT,
                                        ValueLayout.JAVA_INT,
                                        ValueLayout.JAVA_INT,
                                        ValueLayout.JAVA_INT)))
                        .orElse(null);
            } catch (UnsupportedOperationException | IllegalCallerException e) {
                return null;
            }
        }
    }
}
