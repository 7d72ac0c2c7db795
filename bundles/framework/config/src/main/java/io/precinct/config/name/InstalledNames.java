package io.precinct.config.name;

import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.config.ResolvesTag;
import io.precinct.api.service.ArchetypeName;
import io.precinct.common.manifest.DeclaredNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleRevision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Supplies the names that the installed bundles declare, whether they are started or not. Thread-safe. */
public final class InstalledNames implements Supplier<ManifestNames> {
    private static final Logger LOG = LoggerFactory.getLogger(InstalledNames.class);
    private static final int RUNS = Bundle.STARTING | Bundle.ACTIVE | Bundle.STOPPING;

    private final BundleContext context;
    private final Path disabled;

    /**
     * The names of all bundles in the container of {@code context}.
     *
     * @param disabled file with the symbolic names of bundles that are not to be started, one per line; may be missing
     */
    public InstalledNames(BundleContext context, Path disabled) {
        this.context = context;
        this.disabled = disabled;
    }

    @Override
    public ManifestNames get() {
        Set<String> stopped = stopped();
        List<BundleRevision> revisions = revisions(context).stream()
                .filter(revision -> (revision.getBundle().getState() & RUNS) != 0
                        || !stopped.contains(String.valueOf(revision.getSymbolicName())))
                .toList();
        return new ManifestNames(
                names(revisions, BoundaryName.NAMESPACE),
                names(revisions, FamilyName.NAMESPACE),
                names(revisions, ResolvesTag.NAMESPACE),
                names(revisions, ArchetypeName.NAMESPACE));
    }

    private Set<String> stopped() {
        try {
            return Files.exists(disabled) ? Set.copyOf(Files.readAllLines(disabled)) : Set.of();
        } catch (IOException e) {
            LOG.warn("{} cannot be read: disabled bundles count as others do", disabled, e);
            return Set.of();
        }
    }

    /** The bundles of a container that have not been uninstalled. */
    static List<BundleRevision> revisions(BundleContext context) {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getState() != Bundle.UNINSTALLED)
                .map(bundle -> bundle.adapt(BundleRevision.class))
                .filter(Objects::nonNull)
                .toList();
    }

    private static Set<String> names(List<BundleRevision> revisions, String namespace) {
        return revisions.stream()
                .flatMap(revision -> DeclaredNames.of(revision, namespace))
                .collect(Collectors.toSet());
    }
}
