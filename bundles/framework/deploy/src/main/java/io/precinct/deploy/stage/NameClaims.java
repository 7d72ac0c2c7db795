package io.precinct.deploy.stage;

import io.precinct.core.api.config.DeploySettings;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.verify.DeploymentRefused;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names that one bundle may take from others.
 *
 * @param requested names requested with this deployment; the bundle must offer each of them
 * @param kept names from the configuration, and names that the serving generation of the bundle has taken
 */
public record NameClaims(Set<String> requested, Set<String> kept) {
    public static final NameClaims NONE = new NameClaims(Set.of(), Set.of());

    public NameClaims {
        requested = Set.copyOf(requested);
        kept = Set.copyOf(kept);
    }

    /**
     * The names that a bundle may take.
     *
     * @param requested names requested with this deployment
     * @param before the generation that serves or is to serve again, with the names that it has taken; or null
     */
    public static NameClaims of(
            Collection<String> requested, DeploySettings settings, @Nullable AcceptedGeneration before) {
        Set<String> kept = new LinkedHashSet<>(settings.replaces());
        if (before != null) {
            before.replaces().forEach(replacement -> kept.add(replacement.name()));
        }
        return new NameClaims(new LinkedHashSet<>(requested), kept);
    }

    public Set<String> all() {
        Set<String> all = new LinkedHashSet<>(requested);
        all.addAll(kept);
        return all;
    }

    /**
     * Refuses a deployment that requested a name which the bundle does not offer, as this is a typing error.
     *
     * @param offered the names that the bundle offers, each as {@code <kind> <name>}
     * @throws DeploymentRefused if a requested name is not among them
     */
    void check(Set<String> offered) throws DeploymentRefused {
        List<String> faults = new ArrayList<>();
        for (String name : requested) {
            boolean there = offered.stream()
                    .anyMatch(label -> label.equals(name)
                            || label.substring(label.indexOf(' ') + 1).equals(name));
            if (!there) {
                faults.add("it was to replace " + name + " and offers no such name"
                        + (offered.isEmpty() ? "" : "; it offers " + String.join(", ", offered)));
            }
        }
        if (!faults.isEmpty()) {
            throw DeploymentRefused.circumstances(faults);
        }
    }
}
