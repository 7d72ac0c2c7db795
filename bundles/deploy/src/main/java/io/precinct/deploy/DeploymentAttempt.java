package io.precinct.deploy;

import io.precinct.common.osgi.UnmetRequirements;
import io.precinct.core.api.deploy.Diagnosis.ComponentState;
import io.precinct.core.api.deploy.Diagnosis.ComponentView;
import io.precinct.core.api.plugin.Admission;
import io.precinct.deploy.DeploymentRefused.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bundle that is being tried: installed and started beside the generation that serves, with its components activated,
 * but not yet admitted. It takes no requests, and {@link #takeBack} removes every trace of it. Used by one thread at a
 * time.
 */
final class DeploymentAttempt {
    private static final Logger LOG = LoggerFactory.getLogger(DeploymentAttempt.class);

    private final BundleContext context;
    private final ComponentInspection components;
    private final UnmetRequirements requirements;
    private final LoaderWatch loaders;
    private final PluginJar jar;
    private final NameClaims names;
    private final List<Registered<Object>> held = new ArrayList<>();
    private @Nullable Bundle bundle;
    private @Nullable DeploymentRefused refusal;
    private boolean hangs;

    /** A service of the bundle and its instance. */
    record Registered<T>(ServiceReference<?> reference, T service) {}

    DeploymentAttempt(
            BundleContext context,
            ComponentInspection components,
            UnmetRequirements requirements,
            LoaderWatch loaders,
            PluginJar jar,
            NameClaims names) {
        this.context = context;
        this.components = components;
        this.requirements = requirements;
        this.loaders = loaders;
        this.jar = jar;
        this.names = names;
    }

    PluginJar jar() {
        return jar;
    }

    /** The names that it may take from other bundles. */
    NameClaims names() {
        return names;
    }

    Bundle bundle() {
        if (bundle == null) {
            throw new IllegalStateException(jar.bundle() + " is not installed");
        }
        return bundle;
    }

    /** Installs and starts the bundle. */
    void start(Deadline deadline) throws DeploymentRefused, InterruptedException {
        install();
        try {
            Bundle installed = bundle();
            deadline.call("start " + jar.bundle(), () -> {
                installed.start(Bundle.START_TRANSIENT);
                return installed;
            });
        } catch (TimeoutException _) {
            hangs = true;
            throw circumstances("it did not start within " + deadline.whole().toMillis() + " ms"
                    + " (deploy.activation_seconds): its activator or a component of it hangs");
        } catch (BundleException e) {
            throw circumstances(notStarted(e));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            throw circumstances("it did not start: " + e);
        }
    }

    private void install() throws DeploymentRefused {
        try (InputStream in = Files.newInputStream(jar.path())) {
            bundle = context.installBundle(freeLocation(), in);
        } catch (IOException | BundleException e) {
            throw circumstances("it cannot be installed: " + e.getMessage());
        }
    }

    /** An unused location: a generation of the same jar that is still draining may occupy the plain one. */
    private String freeLocation() {
        String location = Admission.STAGED + jar.bundle() + ":" + jar.version() + ":" + jar.sha256();
        String free = location;
        for (int n = 2; context.getBundle(free) != null; n++) {
            free = location + "#" + n;
        }
        return free;
    }

    private List<String> notStarted(BundleException e) {
        List<String> unmet = requirements.of(bundle());
        if (!unmet.isEmpty()) {
            return unmet;
        }
        return e.getType() == BundleException.RESOLVE_ERROR
                ? List.of("it does not resolve: " + UnmetRequirements.shorten(e.getMessage()))
                : List.of("its Bundle-Activator failed: " + innermost(e));
    }

    private static Throwable innermost(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /**
     * Whether the references of every component are satisfied.
     *
     * @throws DeploymentRefused if a component failed to activate
     */
    boolean ready() throws DeploymentRefused {
        boolean ready = true;
        for (ComponentView component : components.of(bundle())) {
            if (component.state() == ComponentState.FAILED) {
                throw circumstances(component.faults());
            }
            ready &= component.state() != ComponentState.UNSATISFIED;
        }
        return ready;
    }

    /** Whether unsatisfied components are waiting for services of this type and for nothing else. */
    boolean waitsOnlyFor(Class<?> type) {
        List<ComponentView> waiting = components.of(bundle()).stream()
                .filter(component -> component.state() == ComponentState.UNSATISFIED)
                .toList();
        return !waiting.isEmpty()
                && waiting.stream()
                        .allMatch(component -> !component.waitsFor().isEmpty()
                                && component.waitsFor().stream().allMatch(type.getName()::equals));
    }

    /** The refusal that says why it is not ready. */
    DeploymentRefused notReady(Deadline deadline) {
        List<String> faults = new ArrayList<>();
        for (ComponentView component : components.of(bundle())) {
            faults.addAll(component.faults());
        }
        if (faults.isEmpty()) {
            faults.add("its components were not ready within "
                    + deadline.whole().toMillis() + " ms (deploy.activation_seconds)");
        }
        return circumstances(faults);
    }

    /** Gets an instance of every service it registers, and holds them until {@link #release}. */
    void activate(Deadline deadline) throws DeploymentRefused, InterruptedException {
        ServiceReference<?>[] services = bundle().getRegisteredServices();
        if (services == null && components.of(bundle()).isEmpty()) {
            throw new DeploymentRefused(
                    Fault.CONTENT,
                    jar.bundle()
                            + " registers no service and describes no component, so it would do nothing; is @Component"
                            + " missing, or was it built without the bnd-maven-plugin?");
        }
        for (ServiceReference<?> service : services == null ? new ServiceReference<?>[0] : services) {
            if (!obtain(service, deadline)) {
                throw notActivated(service);
            }
        }
        ready();
    }

    private boolean obtain(ServiceReference<?> service, Deadline deadline)
            throws DeploymentRefused, InterruptedException {
        try {
            Object instance =
                    deadline.<@Nullable Object>call("activate " + jar.bundle(), () -> context.getService(service));
            if (instance != null) {
                held.add(new Registered<>(service, instance));
            }
            return instance != null;
        } catch (TimeoutException _) {
            hangs = true;
            throw circumstances(nameOf(service) + " did not activate within "
                    + deadline.whole().toMillis() + " ms (deploy.activation_seconds)");
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            String cause = innermost(e).toString();
            throw circumstances(nameOf(service) + " failed to activate: " + cause + ComponentInspection.hint(cause));
        }
    }

    /** Asks its plug-ins for their declarations. */
    void declare(Admission admission, Deadline deadline) throws DeploymentRefused, InterruptedException {
        long id = bundle().getBundleId();
        try {
            deadline.<@Nullable Void>call("open " + jar.bundle(), () -> {
                admission.open(id);
                return null;
            });
        } catch (TimeoutException _) {
            hangs = true;
            throw circumstances(jar.bundle() + " did not declare what its plug-ins are within "
                    + deadline.whole().toMillis() + " ms (deploy.activation_seconds)");
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            throw circumstances(jar.bundle() + " failed to declare what its plug-ins are: " + innermost(e));
        }
    }

    private DeploymentRefused notActivated(ServiceReference<?> service) {
        List<String> faults = new ArrayList<>();
        for (ComponentView component : components.of(bundle())) {
            faults.addAll(component.faults());
        }
        return circumstances(faults.isEmpty() ? List.of(nameOf(service) + " failed to activate") : faults);
    }

    private static String nameOf(ServiceReference<?> service) {
        Object component = service.getProperty("component.name");
        return component == null
                ? "the service " + String.join(", ", (String[]) service.getProperty(Constants.OBJECTCLASS))
                : "component " + component;
    }

    /** The services it registers as this type; only between {@link #activate} and {@link #release}. */
    <T> List<Registered<T>> services(Class<T> type) {
        List<Registered<T>> services = new ArrayList<>();
        for (Registered<Object> one : held) {
            if (type.isInstance(one.service())) {
                services.add(new Registered<>(one.reference(), type.cast(one.service())));
            }
        }
        return services;
    }

    /** Releases the instances. */
    void release() {
        for (Registered<Object> one : held) {
            context.ungetService(one.reference());
        }
        held.clear();
    }

    /** Releases the instances and gives up the bundle, which the caller keeps or retires from now on. */
    Bundle detachBundle() {
        release();
        Bundle installed = bundle();
        bundle = null;
        return installed;
    }

    /** Uninstalls it again, for this reason. */
    void refuse(DeploymentRefused reason) {
        refusal = reason;
        takeBack();
    }

    /** Why it was refused, or null. */
    @Nullable
    DeploymentRefused refusal() {
        return refusal;
    }

    boolean alive() {
        return bundle != null && refusal == null;
    }

    /** Stops and uninstalls it; in the background if its code hangs. */
    void takeBack() {
        release();
        Bundle installed = bundle;
        if (installed == null) {
            return;
        }
        bundle = null;
        loaders.watch(installed);
        if (hangs) {
            DeploymentThreads.start("take back " + jar.bundle(), () -> uninstall(installed));
        } else {
            uninstall(installed);
        }
    }

    private static void uninstall(Bundle installed) {
        try {
            installed.uninstall();
        } catch (BundleException | IllegalStateException e) {
            LOG.warn("the refused bundle {} could not be uninstalled", installed, e);
        }
    }

    private DeploymentRefused circumstances(String reason) {
        return circumstances(List.of(reason));
    }

    private DeploymentRefused circumstances(List<String> reasons) {
        return new DeploymentRefused(Fault.CIRCUMSTANCES, reasons);
    }
}
