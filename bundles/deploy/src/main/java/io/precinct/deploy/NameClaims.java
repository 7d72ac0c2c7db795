package io.precinct.deploy;

import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.DeploymentRefused.Fault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The names that one bundle may take from others.
 *
 * @param asked with this deployment; each must be one that the bundle offers
 * @param kept by the configuration, or because an earlier generation of the bundle has them
 */
record NameClaims(Set<String> asked, Set<String> kept) {
    static final NameClaims NONE = new NameClaims(Set.of(), Set.of());

    NameClaims {
        asked = Set.copyOf(asked);
        kept = Set.copyOf(kept);
    }

    /**
     * What a bundle may take.
     *
     * @param asked by whoever deploys it
     * @param before what the generation that serves, or the one that is to serve again, has taken
     */
    static NameClaims of(Collection<String> asked, DeploySettings settings, List<Replacement> before) {
        Set<String> kept = new LinkedHashSet<>(settings.replaces());
        before.forEach(replacement -> kept.add(replacement.name()));
        return new NameClaims(new LinkedHashSet<>(asked), kept);
    }

    Set<String> all() {
        Set<String> all = new LinkedHashSet<>(asked);
        all.addAll(kept);
        return all;
    }

    /**
     * A name that was asked for and is not there is a slip of whoever asked.
     *
     * @param offered each as {@code <kind> <name>}
     */
    void check(Set<String> offered) throws DeploymentRefused {
        List<String> faults = new ArrayList<>();
        for (String name : asked) {
            boolean there = offered.stream()
                    .anyMatch(label -> label.equals(name)
                            || label.substring(label.indexOf(' ') + 1).equals(name));
            if (!there) {
                faults.add("it was to replace " + name + " and offers no such name"
                        + (offered.isEmpty() ? "" : "; it offers " + String.join(", ", offered)));
            }
        }
        if (!faults.isEmpty()) {
            throw new DeploymentRefused(Fault.CIRCUMSTANCES, faults);
        }
    }
}
