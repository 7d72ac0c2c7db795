package io.precinct.core.chain;

import io.precinct.shapes.CompiledShape;
import io.precinct.shapes.Failure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks an input against the input shape of its boundary. These reads are not recorded as reads of the boundary. */
record InputCheck(BoundaryInput input) implements CompiledShape.Members {
    /** The failures as texts; empty if the input matches. */
    static List<String> violations(CompiledShape shape, BoundaryInput input) {
        List<Failure> failures = shape.failuresIn(new InputCheck(input));
        return failures.isEmpty()
                ? List.of()
                : failures.stream().map(Failure::text).toList();
    }

    @Override
    public @Nullable Object get(String key) {
        return input.peek(key);
    }

    @Override
    public boolean has(String key) {
        return input.present(key);
    }
}
