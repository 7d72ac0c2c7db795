package io.precinct.core.chain;

import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Kind;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.metrics.BoundaryMetrics;
import io.precinct.core.watch.BoundaryGuard;
import io.precinct.core.watch.CrossingPlace;
import io.precinct.shapes.CompiledShape;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One crossing of a chain, prepared once for all requests. Immutable. */
final class Step {
    /** The part of the chain that a step belongs to. */
    enum Slot {
        FIRST,
        USER,
        GATE,
        TAIL;

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    final Slot slot;
    final DeployedBoundary deployed;
    final String name;
    final Kind kind;
    final BoundaryMetrics figures;
    final BoundaryGuard guard;
    final boolean guarded;
    /** The place of a request that is crossing this step. */
    final CrossingPlace place;
    /** The place during a trial crossing, which decides whether a boundary that was taken out serves again. */
    final CrossingPlace trial;

    final Set<String> declaredKeys;
    final boolean declaresOk;
    final boolean emitsTrace;
    final @Nullable CompiledShape inputCheck;
    final @Nullable OutputCheck outputCheck;

    Step(Slot slot, DeployedBoundary deployed, BoundaryMetrics figures, BoundaryGuard guard) {
        this.slot = slot;
        this.deployed = deployed;
        this.name = deployed.name();
        this.kind = deployed.declaration().kind();
        this.figures = figures;
        this.guard = guard;
        this.guarded = (slot == Slot.USER || slot == Slot.FIRST) && !EssentialRoutes.contain(name);
        this.place = new CrossingPlace(guard, guarded, false, slot == Slot.TAIL);
        this.trial = new CrossingPlace(guard, guarded, true, slot == Slot.TAIL);
        Shape.Fields input = deployed.declaration().inputShape();
        this.declaredKeys = Set.copyOf(input.fields().keySet());
        this.inputCheck = input.fields().isEmpty() ? null : CompiledShape.compile(input, fault -> {});
        Shape.Fields output = deployed.declaration().outputShape();
        this.declaresOk = slot == Slot.USER && output != null && output.field("ok") != null;
        this.outputCheck = OutputCheck.of(slot, deployed.declaration());
        this.emitsTrace = deployed.declaration().capabilities().contains(Capability.TRACE);
    }

    /** Whether its boundary was shipped with the service, not deployed. */
    boolean shipped() {
        return !deployed.generation().location().startsWith(Admission.STAGED);
    }
}
