package io.precinct.core.registry;

import io.precinct.core.api.plugin.Admission;
import io.precinct.core.registry.Ownership.Holder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;

/**
 * Who has names now: bundles that were admitted, and every bundle of the distribution that is installed, whether it runs or
 * not. Guarded by the registry's turn.
 */
final class NameHolders {
    private final Map<Long, BundleRegistrations> origins;

    NameHolders(Map<Long, BundleRegistrations> origins) {
        this.origins = origins;
    }

    /**
     * Those whose names a staged bundle meets.
     *
     * @param installed every bundle of the container
     * @param staged is about to be admitted
     */
    List<Holder> around(Bundle[] installed, BundleRegistrations staged) {
        var holders = new ArrayList<Holder>();
        for (Bundle bundle : installed) {
            BundleRegistrations origin = origins.get(bundle.getBundleId());
            if (bundle.getBundleId() != staged.bundle.getBundleId() && has(bundle, origin)) {
                holders.add(withoutWhatItGivesUp(holder(bundle, origin)));
            }
        }
        return holders;
    }

    private boolean has(Bundle bundle, @Nullable BundleRegistrations origin) {
        if (bundle.getBundleId() == 0 || bundle.getState() == Bundle.UNINSTALLED) {
            return false;
        }
        if (origin != null && origin.serves()) {
            return true;
        }
        boolean shipped = !bundle.getLocation().startsWith(Admission.STAGED);
        // One that a newer generation has replaced is on its way out; what that one dropped is free.
        return shipped && origins.values().stream().noneMatch(other -> other.serves() && of(other, bundle));
    }

    private static boolean of(BundleRegistrations origin, Bundle bundle) {
        return origin.generation.bundle().equals(String.valueOf(bundle.getSymbolicName()));
    }

    private static Holder holder(Bundle bundle, @Nullable BundleRegistrations origin) {
        DeclaredNames declared = DeclaredNames.of(bundle);
        Set<String> labels = new LinkedHashSet<>(declared.labels());
        Set<String> families = declared.families();
        if (origin != null) {
            labels.addAll(origin.names);
            families = families.stream()
                    .filter(family ->
                            origin.names.stream().noneMatch(name -> name.startsWith("boundary " + family + ".")))
                    .collect(Collectors.toSet());
        }
        return new Holder(
                String.valueOf(bundle.getSymbolicName()),
                bundle.getVersion().toString(),
                labels,
                families,
                origin == null ? Map.of() : origin.replaces);
    }

    /** Bundles that are tried together may hand names over: what a bundle is about to drop is nobody's. */
    private Holder withoutWhatItGivesUp(Holder holder) {
        Collection<BundleRegistrations> next = origins.values().stream()
                .filter(origin -> !origin.admitted && origin.generation.bundle().equals(holder.bundle()))
                .toList();
        if (next.isEmpty()) {
            return holder;
        }
        Set<String> kept = new LinkedHashSet<>(holder.labels());
        next.forEach(origin -> kept.retainAll(origin.names));
        return new Holder(holder.bundle(), holder.version(), kept, holder.families(), holder.replaces());
    }
}
