package io.precinct.boundary.verifyroute;

import io.precinct.api.shape.Shape;
import io.precinct.shapes.CompiledShape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Caches compiled shapes by the identity of their source, because a scenario of the configuration is the same object
 * for every request. The cache is a table of {@value #SLOTS} slots, in which a new entry replaces the old one. So it
 * neither grows nor must be cleared when the configuration changes. Thread-safe without locks.
 */
final class CompiledScenarios {
    private static final int SLOTS = 256;

    private final AtomicReferenceArray<@Nullable Compiled> slots = new AtomicReferenceArray<>(SLOTS);

    /**
     * A compiled shape.
     *
     * @param source the source of the shape
     * @param shape the compiled shape
     * @param faults the faults of the shape, as failures of a scenario; empty if it is valid
     */
    record Compiled(Shape.Fields source, CompiledShape shape, List<String> faults) {}

    @SuppressWarnings("ReferenceEquality") // comparing shapes would cost more than it saves
    Compiled of(Shape.Fields expected) {
        int slot = System.identityHashCode(expected) & SLOTS - 1;
        Compiled known = slots.getAcquire(slot);
        if (known != null && known.source() == expected) {
            return known;
        }
        Compiled compiled = compile(expected);
        slots.setRelease(slot, compiled);
        return compiled;
    }

    private static Compiled compile(Shape.Fields expected) {
        List<String> faults = new ArrayList<>();
        CompiledShape shape = CompiledShape.compile(expected, fault -> {
            if (!fault.warning()) {
                String place = fault.path().stream().map(String::valueOf).collect(Collectors.joining("."));
                faults.add(place + ": expected a usable matcher, got " + fault.message());
            }
        });
        return new Compiled(expected, shape, List.copyOf(faults));
    }
}
