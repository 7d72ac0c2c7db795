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
 * Finds the bundles that hold names now: the admitted ones, and every installed bundle of the distribution, whether it
 * runs or not. Guarded by the lock of the registry.
 */
final class NameHolders {
    private final Map<Long, BundleRegistrations> registrationsByBundle;

    NameHolders(Map<Long, BundleRegistrations> registrationsByBundle) {
        this.registrationsByBundle = registrationsByBundle;
    }

    /**
     * The holders whose names a staged bundle may collide with.
     *
     * @param installed every bundle of the container
     * @param staged the bundle that is about to be admitted
     */
    List<Holder> around(Bundle[] installed, BundleRegistrations staged) {
        var holders = new ArrayList<Holder>();
        for (Bundle bundle : installed) {
            BundleRegistrations registrations = registrationsByBundle.get(bundle.getBundleId());
            if (bundle.getBundleId() != staged.bundle.getBundleId() && has(bundle, registrations)) {
                holders.add(withoutDroppedNames(holder(bundle, registrations)));
            }
        }
        return holders;
    }

    private boolean has(Bundle bundle, @Nullable BundleRegistrations registrations) {
        if (bundle.getBundleId() == 0 || bundle.getState() == Bundle.UNINSTALLED) {
            return false;
        }
        if (registrations != null && registrations.serves()) {
            return true;
        }
        boolean shipped = !bundle.getLocation().startsWith(Admission.STAGED);
        // A bundle that a newer generation has replaced is about to go, so names that the newer generation dropped are
        // free.
        return shipped
                && registrationsByBundle.values().stream().noneMatch(other -> other.serves() && of(other, bundle));
    }

    private static boolean of(BundleRegistrations registrations, Bundle bundle) {
        return registrations.generation.bundle().equals(String.valueOf(bundle.getSymbolicName()));
    }

    private static Holder holder(Bundle bundle, @Nullable BundleRegistrations registrations) {
        NamesInManifest declared = NamesInManifest.of(bundle);
        Set<String> labels = new LinkedHashSet<>(declared.labels());
        Set<String> families = declared.families();
        if (registrations != null) {
            labels.addAll(registrations.names);
            families = families.stream()
                    .filter(family ->
                            registrations.names.stream().noneMatch(name -> name.startsWith("boundary " + family + ".")))
                    .collect(Collectors.toSet());
        }
        return new Holder(
                String.valueOf(bundle.getSymbolicName()),
                bundle.getVersion().toString(),
                labels,
                families,
                registrations == null ? Map.of() : registrations.replaces);
    }

    /**
     * Bundles that are staged together may pass names on: a name that a bundle's next generation drops has no holder.
     */
    private Holder withoutDroppedNames(Holder holder) {
        Collection<BundleRegistrations> next = registrationsByBundle.values().stream()
                .filter(registrations -> !registrations.admitted
                        && registrations.generation.bundle().equals(holder.bundle()))
                .toList();
        if (next.isEmpty()) {
            return holder;
        }
        Set<String> kept = new LinkedHashSet<>(holder.labels());
        next.forEach(registrations -> kept.retainAll(registrations.names));
        return new Holder(holder.bundle(), holder.version(), kept, holder.families(), holder.replaces());
    }
}
