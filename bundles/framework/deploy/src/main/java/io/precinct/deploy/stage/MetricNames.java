package io.precinct.deploy.stage;

import io.precinct.core.api.metrics.MetricSource;
import io.precinct.deploy.running.Deadline;
import io.precinct.deploy.stage.StagedBundle.Registered;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that no two bundles use the same metric name, as their values would be added up. Thread-safe. */
final class MetricNames {
    private static final Logger LOG = LoggerFactory.getLogger(MetricNames.class);

    /** Prefixes of the metrics of the process itself, which come from no bundle. */
    private static final List<String> OF_THE_PROCESS = List.of("jvm_", "process_");

    private final BundleContext context;

    MetricNames(BundleContext context) {
        this.context = context;
    }

    /** A sentence for each metric name of a staged bundle that is taken; empty if all are free. */
    List<String> problems(StagedBundle staged, Deadline deadline) throws InterruptedException {
        Set<String> own = new LinkedHashSet<>();
        for (Registered<MetricSource> source : staged.services(MetricSource.class)) {
            own.addAll(names(source.service(), deadline));
        }
        if (own.isEmpty()) {
            return List.of();
        }
        Map<String, String> owners = owners(staged.jar().bundle(), deadline);
        List<String> problems = new ArrayList<>();
        for (String name : own) {
            String owner = OF_THE_PROCESS.stream().anyMatch(name::startsWith)
                    ? "the figures of the process (" + String.join("*, ", OF_THE_PROCESS) + "*)"
                    : owners.get(name);
            if (owner != null) {
                problems.add("the name metric " + name + " belongs to " + owner + "; give yours another name");
            }
        }
        return problems;
    }

    private Map<String, String> owners(String bundle, Deadline deadline) throws InterruptedException {
        Map<String, String> owners = new HashMap<>();
        for (ServiceReference<MetricSource> reference : sources()) {
            Bundle owner = reference.getBundle();
            MetricSource source =
                    owner == null || bundle.equals(owner.getSymbolicName()) ? null : context.getService(reference);
            if (owner != null && source != null) {
                try {
                    for (String name : names(source, deadline)) {
                        owners.putIfAbsent(name, owner.getSymbolicName() + " " + owner.getVersion());
                    }
                } finally {
                    context.ungetService(reference);
                }
            }
        }
        return owners;
    }

    private List<ServiceReference<MetricSource>> sources() {
        try {
            return List.copyOf(context.getServiceReferences(MetricSource.class, null));
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("no filter was given", e);
        }
    }

    /** The names of a source; none if it fails or hangs. */
    private static List<String> names(MetricSource source, Deadline deadline) throws InterruptedException {
        try {
            List<MetricSource.Family> families = deadline.call("metrics", source::collect);
            return families.stream().map(MetricSource.Family::name).toList();
        } catch (InterruptedException e) {
            throw e;
        } catch (TimeoutException _) {
            return List.of();
        } catch (Exception | Error e) {
            LOG.debug("{} cannot tell its metrics", source.getClass().getName(), e);
            return List.of();
        }
    }
}
