package io.precinct.itests.hostile;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.itests.hostile.ways.HostileFamily;
import io.precinct.itests.support.PluginJar;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bundle that misbehaves in one way. Its jar contains the compiled class {@link #way}, so that each way to misbehave
 * is plain code in a separate class. Immutable.
 *
 * @param way the class that misbehaves
 * @param takes the name of a shipped boundary that it claims, or null if it contributes the route {@link #path} instead
 * @param told what an operator must be told about the bundle
 * @param mayStick whether the bundle may leave behind a thread that cannot be ended, and thus its class loader, marked
 *     {@code stuck}
 */
public record HostileBundle(Class<?> way, @Nullable String takes, Told told, boolean mayStick) {
    /** What the operator of a service must be told about a bundle, in {@code explain} and the log. */
    public enum Told {
        /** Its boundary computes or waits beyond its deadline: boundary, bundle, generation, stack. */
        OVERSTAYS,
        /** Its boundary fails: boundary, bundle and what it throws. */
        FAILS,
        /** It stays in memory after it is gone: {@code lingering} names what holds it. */
        LINGERS,
        /** It ended, or would have ended, the process: the stack. */
        EXITS,
        /** It writes something that it does not declare, or that is reserved for the framework. */
        DRIFTS,
        /** The length of its answer is not the announced one. */
        BREAKS_OFF,
        /** It takes the name of another bundle: refused, with the owner. */
        TAKES_NAME,
        /** It does not start, or its health check does not pass: refused, with the reason. */
        NOT_STARTED,
        /** Nothing: it stays within its limits. */
        NOTHING
    }

    /** Its name: letters and underscores. */
    public String name() {
        return HostileFamily.name(way);
    }

    /** The symbolic name of the bundle. */
    public String bundle() {
        return "hostile." + name();
    }

    /** The path whose GET makes it misbehave; null if it contributes no route. */
    public @Nullable String path() {
        return takes == null ? "/hostile/" + name() : null;
    }

    /** Whether its deployment must be accepted. */
    public boolean admitted() {
        return told != Told.TAKES_NAME && told != Told.NOT_STARTED;
    }

    /** The jar. */
    public byte[] jar(String version) {
        String kind = takes == null ? "family" : "boundary";
        String taken = takes == null ? "hostile_" + name() : takes;
        List<String> services = Stream.of(Boundary.class, BoundaryFamily.class, HealthCheck.class, MetricSource.class)
                .filter(service -> service.isAssignableFrom(way))
                .map(Class::getName)
                .toList();
        PluginJar jar = PluginJar.of(bundle(), version)
                .header("Provide-Capability", "precinct.%1$s;precinct.%1$s=\"%2$s\"".formatted(kind, taken))
                .component(way.getName(), services, "precinct." + kind + ".name", taken);
        if (MetricSource.class.isAssignableFrom(way)) {
            jar.importing(MetricSource.class.getPackageName());
        }
        classes().forEach(type -> jar.resource(file(type), bytes(type)));
        return jar.bytes();
    }

    /** The class, its superclass and the classes nested in them. */
    private Set<Class<?>> classes() {
        Set<Class<?>> classes = new LinkedHashSet<>();
        for (Class<?> type = way; type != null && type != Object.class; type = type.getSuperclass()) {
            classes.add(type);
            classes.addAll(List.of(type.getDeclaredClasses()));
        }
        return classes;
    }

    private static String file(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static byte[] bytes(Class<?> type) {
        try (InputStream in = type.getResourceAsStream("/" + file(type))) {
            if (in == null) {
                throw new IllegalStateException("no class file of " + type);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A name for messages of tests. */
    @Override
    public String toString() {
        return name() + " (" + told + ")";
    }

    /** The names of the files in its jar, for tests. */
    Set<String> files() {
        return classes().stream().map(HostileBundle::file).collect(Collectors.toCollection(TreeSet::new));
    }
}
