package io.precinct.core.registry;

import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.Generation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.framework.Bundle;

/** What one bundle has registered. Guarded by the registry's turn. */
final class BundleRegistrations {
    final Bundle bundle;
    final List<Candidate> candidates = new ArrayList<>();
    /** Its services, those that have not been asked yet included. */
    final List<RegisteredService> arrivals = new ArrayList<>();
    /** Every name it ever registered: its own even while a component of it is away for a moment. */
    final Set<String> names = new LinkedHashSet<>();

    /** Whether its services may be asked as soon as they come. */
    boolean open;

    boolean admitted;
    boolean retired;
    Generation generation;
    /** Names that it took from other bundles, with those bundles; empty text where no bundle had it then. */
    Map<String, String> replaces = Map.of();

    BundleRegistrations(Bundle bundle) {
        this.bundle = bundle;
        this.generation = generation(0);
        this.open = !staged();
    }

    /**
     * Whether nothing of it needs to be remembered. A bundle that runs stays opened, admitted, or retired, while it
     * registers nothing: Declarative Services take a component down and up again where a service that it refers to is
     * replaced, and nobody would open, admit or retire it a second time.
     */
    boolean over() {
        return arrivals.isEmpty() && !((admitted || open && staged()) && running());
    }

    private boolean running() {
        return (bundle.getState() & (Bundle.STARTING | Bundle.ACTIVE)) != 0;
    }

    /** Whether its plug-ins take part. */
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
    }
}
