package io.precinct.deploy.running;

import io.precinct.core.api.deploy.Diagnosis.ComponentState;
import io.precinct.core.api.deploy.Diagnosis.ComponentView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** Inspects the components of bundles, and explains in plain sentences why they do not run. Thread-safe. */
public final class ComponentInspection {
    private final ServiceComponentRuntime runtime;
    private final BundleContext context;

    public ComponentInspection(ServiceComponentRuntime runtime, BundleContext context) {
        this.runtime = runtime;
        this.context = context;
    }

    /** The components of a bundle, in order of their names. */
    public List<ComponentView> of(Bundle bundle) {
        return runtime.getComponentDescriptionDTOs(bundle).stream()
                .map(this::view)
                .sorted(Comparator.comparing(ComponentView::name))
                .toList();
    }

    /** What keeps the components of a bundle from running; empty if all of them run. */
    public List<String> faults(Bundle bundle) {
        return of(bundle).stream()
                .flatMap(component -> component.faults().stream())
                .toList();
    }

    /** Whether a bundle has unsatisfied components, and all of them lack only services of this type. */
    public boolean waitOnlyFor(Class<?> type, Bundle bundle) {
        List<ComponentView> waiting = of(bundle).stream()
                .filter(component -> component.state() == ComponentState.UNSATISFIED)
                .toList();
        return !waiting.isEmpty()
                && waiting.stream()
                        .allMatch(component -> !component.waitsFor().isEmpty()
                                && component.waitsFor().stream().allMatch(type.getName()::equals));
    }

    private ComponentView view(ComponentDescriptionDTO description) {
        List<String> services = Arrays.asList(description.serviceInterfaces);
        if (!runtime.isComponentEnabled(description) || description.factory != null) {
            return new ComponentView(description.name, ComponentState.DISABLED, services, List.of(), List.of());
        }
        Collection<ComponentConfigurationDTO> configurations = runtime.getComponentConfigurationDTOs(description);
        if (configurations.isEmpty()) {
            return new ComponentView(
                    description.name,
                    ComponentState.UNSATISFIED,
                    services,
                    List.of(),
                    List.of(unconfigured(description)));
        }
        List<String> faults = new ArrayList<>();
        List<String> waitsFor = new ArrayList<>();
        for (ComponentConfigurationDTO configuration : configurations) {
            inspect(description, configuration, faults, waitsFor);
        }
        return new ComponentView(description.name, worst(configurations), services, waitsFor, faults);
    }

    private void inspect(
            ComponentDescriptionDTO description,
            ComponentConfigurationDTO configuration,
            List<String> faults,
            List<String> waitsFor) {
        switch (configuration.state) {
            case ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION -> faults.add(unconfigured(description));
            case ComponentConfigurationDTO.UNSATISFIED_REFERENCE -> {
                for (UnsatisfiedReferenceDTO lack : configuration.unsatisfiedReferences) {
                    String type = typeOf(description, lack.name);
                    waitsFor.add(type);
                    faults.add("component " + description.name + " waits for a service " + type + " (reference "
                            + lack.name + (lack.target == null ? "" : ", filter " + lack.target) + "); "
                            + candidates(type));
                }
            }
            case ComponentConfigurationDTO.FAILED_ACTIVATION ->
                faults.add(failure(description.name, configuration.failure));
            default -> {}
        }
    }

    private static String unconfigured(ComponentDescriptionDTO description) {
        return "component " + description.name + " waits for a configuration with the PID "
                + String.join(" or ", description.configurationPid)
                + ", which nothing supplies; read settings from service.yml through an archetype instead";
    }

    static String failure(String component, @Nullable String stackTrace) {
        String cause = cause(stackTrace);
        return "component " + component + " failed to activate: " + cause + hint(cause);
    }

    /** A hint for a missing class, to end a sentence with; else an empty string. */
    public static String hint(String cause) {
        return cause.startsWith("java.lang.NoClassDefFoundError")
                        || cause.startsWith("java.lang.ClassNotFoundException")
                ? "; put the class into the jar (Private-Package), or import its package from a bundle that exports it"
                : "";
    }

    /** The innermost cause in a printed stack trace; the other exceptions only wrap it. */
    static String cause(@Nullable String stackTrace) {
        if (stackTrace == null || stackTrace.isBlank()) {
            return "for a reason that the component runtime does not say";
        }
        String cause = stackTrace.lines().findFirst().orElse("");
        for (String line : stackTrace.lines().toList()) {
            if (line.startsWith("Caused by: ")) {
                cause = line.substring("Caused by: ".length());
            }
        }
        return cause.strip();
    }

    private String candidates(String type) {
        try {
            var references = context.getAllServiceReferences(type, null);
            if (references == null) {
                return "nobody registers one";
            }
            return references.length == 1
                    ? "one is registered, by " + nameOf(references[0].getBundle()) + ", and does not fit"
                    : references.length + " are registered, and none of them fits";
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("no filter was given", e);
        }
    }

    private static String nameOf(@Nullable Bundle bundle) {
        return bundle == null ? "a bundle that is gone" : String.valueOf(bundle.getSymbolicName());
    }

    private static String typeOf(ComponentDescriptionDTO description, String reference) {
        return Arrays.stream(description.references)
                .filter(one -> Objects.equals(one.name, reference))
                .map(one -> one.interfaceName)
                .findFirst()
                .orElse("(unknown)");
    }

    private static ComponentState worst(Collection<ComponentConfigurationDTO> configurations) {
        return configurations.stream()
                .map(configuration -> switch (configuration.state) {
                    case ComponentConfigurationDTO.ACTIVE -> ComponentState.ACTIVE;
                    case ComponentConfigurationDTO.SATISFIED -> ComponentState.SATISFIED;
                    case ComponentConfigurationDTO.FAILED_ACTIVATION -> ComponentState.FAILED;
                    default -> ComponentState.UNSATISFIED;
                })
                .max(Comparator.naturalOrder())
                .orElse(ComponentState.ACTIVE);
    }
}
