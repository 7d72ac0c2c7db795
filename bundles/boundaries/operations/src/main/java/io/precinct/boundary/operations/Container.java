package io.precinct.boundary.operations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/**
 * The services of the container, looked up when a request needs them. These boundaries report on the core, and the core
 * runs these boundaries. References of the component would be circular, and would make the tools of operators
 * unavailable exactly when something is missing. Thread-safe.
 */
public final class Container {
    private final BundleContext context;

    /** The container of this bundle. */
    public Container(BundleContext context) {
        this.context = context;
    }

    /**
     * Calls a function with a service.
     *
     * @throws Missing if no such service is registered
     */
    public <T, R extends @Nullable Object> R ask(Class<T> type, Function<T, R> question) {
        ServiceReference<T> reference = context.getServiceReference(type);
        T service = reference == null ? null : context.getService(reference);
        if (reference == null || service == null) {
            throw new Missing(type);
        }
        try {
            return question.apply(service);
        } finally {
            context.ungetService(reference);
        }
    }

    /** As {@link #ask}; null if none is registered. */
    public <T, R> @Nullable R askIfThere(Class<T> type, Function<T, @Nullable R> question) {
        try {
            return this.<T, @Nullable R>ask(type, question);
        } catch (Missing _) {
            return null;
        }
    }

    /** As {@link #askIfThere}, for a list, which is empty if none is registered. */
    public <T, E> List<E> listIfThere(Class<T> type, Function<T, @Nullable List<E>> question) {
        List<E> list = this.<T, List<E>>askIfThere(type, question);
        return list == null ? List.of() : list;
    }

    /**
     * A service and the bundle that registered it.
     *
     * @param bundle symbolic name
     */
    public record Registered<T>(String bundle, T service) {}

    /** Calls a function with all services of a type, in the order in which they were registered. */
    public <T, R> R askAll(Class<T> type, Function<List<Registered<T>>, R> question) {
        List<Registered<T>> services = new ArrayList<>();
        List<ServiceReference<?>> held = new ArrayList<>();
        try {
            for (ServiceReference<?> reference : references(type.getName(), null)) {
                Object service = context.getService(reference);
                Bundle bundle = reference.getBundle();
                if (service == null) {
                    continue;
                }
                held.add(reference);
                services.add(new Registered<>(
                        bundle == null ? "a bundle that is gone" : bundle.getSymbolicName(), type.cast(service)));
            }
            return question.apply(services);
        } finally {
            held.forEach(context::ungetService);
        }
    }

    /** Values of a property of all services that have it. */
    public List<String> properties(String name) {
        return references(null, "(" + name + "=*)").stream()
                .map(reference -> String.valueOf(reference.getProperty(name)))
                .toList();
    }

    private List<ServiceReference<?>> references(@Nullable String type, @Nullable String filter) {
        try {
            ServiceReference<?>[] references = context.getServiceReferences(type, filter);
            return references == null
                    ? List.of()
                    : Arrays.stream(references)
                            .<ServiceReference<?>>map(reference -> reference)
                            .sorted()
                            .toList()
                            .reversed();
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException("not a filter: " + filter, e);
        }
    }

    /** All bundles. */
    public List<Bundle> bundles() {
        return List.of(context.getBundles());
    }

    /** A framework property, or null. */
    public @Nullable String property(String name) {
        return context.getProperty(name);
    }

    /** A framework property, or {@code otherwise}. */
    public String property(String name, String otherwise) {
        return Objects.requireNonNullElse(context.getProperty(name), otherwise);
    }

    /** Thrown if a service of the framework is not registered at present. */
    public static final class Missing extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Missing(Class<?> type) {
            super("no service " + type.getName() + " is registered at present; explain says why", null, false, false);
        }
    }
}
