package io.precinct.treesitter;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The callback by which native code asks from time to time whether to go on. An exception must not reach native code,
 * because it would end the process. Confined to the thread of its arena.
 */
final class Progress {
    static final BooleanSupplier NEVER = () -> false;

    private final MemorySegment stub;
    private BooleanSupplier cancelled = NEVER;
    private boolean stopped;
    private @Nullable Throwable failure;

    Progress(Arena arena) {
        try {
            stub = NativeFunctions.LINKER.upcallStub(
                    MethodHandles.lookup()
                            .findVirtual(Progress.class, "stop", MethodType.methodType(boolean.class, long.class))
                            .bindTo(this),
                    FunctionDescriptor.of(ValueLayout.JAVA_BOOLEAN, ValueLayout.JAVA_LONG),
                    arena);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    MemorySegment stub() {
        return stub;
    }

    void begin(BooleanSupplier whenCancelled) {
        cancelled = whenCancelled;
        stopped = false;
        failure = null;
    }

    /** True if native code was told to stop; throws what the supplier threw. */
    boolean end() {
        cancelled = NEVER;
        Throwable thrown = failure;
        failure = null;
        if (thrown != null) {
            throw NativeFunctions.broken(thrown);
        }
        return stopped;
    }

    @SuppressWarnings("unused") // called from native code
    private boolean stop(long state) {
        try {
            stopped = stopped || cancelled.getAsBoolean();
        } catch (Throwable t) {
            failure = t;
            stopped = true;
        }
        return stopped;
    }
}
