package io.precinct.core.chain;

import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Position;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Finds boundaries that claim the same place of a chain, which takes only one. */
public final class PlaceConflicts {
    /** The capabilities of the tail, in the order in which their boundaries are crossed. */
    static final List<String> TAIL_ORDER =
            List.of(Capability.VERIFY, Capability.TRACE, Capability.FORMAT, Capability.SEAL);

    /** The place of the gate. */
    static final String GATE = "the gate";

    private PlaceConflicts() {}

    /** The name of the place that a boundary with this capability takes. */
    static String tailPlace(String capability) {
        return "the " + capability + " place of the tail";
    }

    /** The conflicts that {@code after} has and {@code before} does not, as human-readable texts. */
    public static List<String> newOnes(PluginSnapshot before, PluginSnapshot after) {
        var ties = new ArrayList<>(of(after));
        ties.removeAll(of(before));
        return ties;
    }

    private static List<String> of(PluginSnapshot plugins) {
        var claims = new TreeMap<String, List<String>>();
        for (DeployedBoundary boundary : plugins.boundaries().values()) {
            for (String place : places(boundary)) {
                claims.computeIfAbsent(place, p -> new ArrayList<>())
                        .add(boundary.name() + " of " + boundary.generation().bundle());
            }
        }
        return claims.entrySet().stream()
                .filter(claim -> claim.getValue().size() > 1)
                .map(claim -> "tie for " + claim.getKey() + " between " + String.join(" and ", claim.getValue()))
                .toList();
    }

    private static List<String> places(DeployedBoundary boundary) {
        Position position = boundary.declaration().position();
        return switch (position) {
            case INTERLEAVED -> List.of(GATE);
            case LAST ->
                TAIL_ORDER.stream()
                        .filter(boundary.declaration().capabilities()::contains)
                        .map(PlaceConflicts::tailPlace)
                        .toList();
            case SLOT, FIRST -> List.of();
        };
    }
}
