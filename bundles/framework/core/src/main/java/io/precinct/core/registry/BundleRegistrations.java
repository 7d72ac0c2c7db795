package io.precinct.core.registry;

import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.Generation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.framework.Bundle;

/** The services that one bundle has registered. Guarded by the lock of the registry. */
final class BundleRegistrations {
    final Bundle bundle;
    final List<Candidate> candidates = new ArrayList<>();
    /** Its services, including those whose description has not been read yet. */
    final List<RegisteredService> services = new ArrayList<>();
    /** Every name that the bundle ever registered. The names stay its own while a component is down for a moment. */
    final Set<String> names = new LinkedHashSet<>();

    /** Whether the descriptions of its services may be read as soon as they are registered. */
    boolean open;

    boolean admitted;
    boolean retired;
    Generation generation;
    /** Names that the bundle took from others, each with its owner; an empty text if no bundle had the name then. */
    Map<String, String> replaces = Map.of();

    BundleRegistrations(Bundle bundle) {
        this.bundle = bundle;
        this.generation = generation(0);
        this.open = !staged();
    }

    /**
     * Whether it may be forgotten. While a bundle runs, it stays opened, admitted or retired even if it has nothing
     * registered: Declarative Services deactivates and reactivates a component when a service that it refers to is
     * replaced, and the bundle would not be opened, admitted or retired a second time.
     */
    boolean isForgettable() {
        return services.isEmpty() && !((admitted || open && staged()) && running());
    }

    private boolean running() {
        return (bundle.getState() & (Bundle.STARTING | Bundle.ACTIVE)) != 0;
    }

    /** Whether its plug-ins are in the snapshot. */
    boolean serves() {
        return admitted && !retired;
    }

    boolean staged() {
        return bundle.getLocation().startsWith(Admission.STAGED);
    }

    Generation generation(long id) {
        return new Generation(
                id,
                bundle.getBundleId(),
                String.valueOf(bundle.getSymbolicName()),
                bundle.getVersion().toString(),
                bundle.getLocation());
    }

    void add(List<Candidate> more) {
        candidates.addAll(more);
        more.stream().filter(Candidate::owned).map(Candidate::label).forEach(names::add);
        // Last: whether a media type may be taken depends on the formatters.
        more.forEach(candidate -> names.addAll(candidate.furtherLabels()));
    }
}
