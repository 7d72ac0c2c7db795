package io.precinct.deploy.stage;

import io.precinct.common.osgi.UnmetRequirements;
import io.precinct.core.api.deploy.Diagnosis.ComponentState;
import io.precinct.core.api.deploy.Diagnosis.ComponentView;
import io.precinct.core.api.plugin.Admission;
import io.precinct.deploy.leak.LoaderWatch;
import io.precinct.deploy.running.ComponentInspection;
import io.precinct.deploy.running.Deadline;
import io.precinct.deploy.running.DeploymentThreads;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.PluginJar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.namespace.extender.ExtenderNamespace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bundle that is being tried: installed and started beside the generation that serves, with its components activated,
 * but not yet admitted. It takes no requests, and {@link #takeBack} removes every trace of it. Used by one thread at a
 * time.
 */
public final class StagedBundle {
    private static final Logger LOG = LoggerFactory.getLogger(StagedBundle.class);

    /** The extender of bundles with components (OSGi Compendium §112.9). */
    private static final String COMPONENT_RUNTIME = "osgi.component";

    private final BundleContext context;
    private final ComponentInspection components;
    private final UnmetRequirements requirements;
    private final LoaderWatch loaders;
    private final PluginJar jar;
    private final NameClaims names;
    private final List<Registered<Object>> held = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private @Nullable Bundle bundle;
    private @Nullable DeploymentRefused refusal;
    private boolean hangs;

    /** A service of the bundle and its instance. */
    record Registered<T>(ServiceReference<?> reference, T service) {}

    StagedBundle(
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

    public PluginJar jar() {
        return jar;
    }

    /** What its outcome should say, each a sentence. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    void note(String sentence) {
        notes.add(sentence);
    }

    /** The names that it may take from other bundles. */
    public NameClaims names() {
        return names;
    }

    public Bundle bundle() {
        if (bundle == null) {
            throw new IllegalStateException(jar.bundle() + " is not installed");
        }
        return bundle;
    }

    /** Starts the bundle, which is installed. */
    void start(Deadline deadline) throws DeploymentRefused, InterruptedException {
        Bundle installed = bundle();
        call(
                "start",
                () -> {
                    installed.start(Bundle.START_TRANSIENT);
                    return null;
                },
                deadline,
                "it did not start" + deadline.within() + ": its activator or a component of it hangs",
                e -> e instanceof BundleException failed ? notStarted(failed) : List.of("it did not start: " + e));
    }

    /**
     * Runs code of the bundle, which may hang.
     *
     * @param late the reason to refuse the bundle if the code does not return in time
     * @param failed returns the reason to refuse the bundle if the code throws this
     */
    private @Nullable Object call(
            String what,
            Callable<@Nullable Object> code,
            Deadline deadline,
            String late,
            Function<Throwable, List<String>> failed)
            throws DeploymentRefused, InterruptedException {
        try {
            return deadline.<@Nullable Object>call(what + " " + jar.bundle(), code);
        } catch (TimeoutException _) {
            hangs = true;
            throw DeploymentRefused.circumstances(late);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            throw DeploymentRefused.circumstances(failed.apply(e));
        }
    }

    /** Installs the bundle. */
    void install() throws DeploymentRefused {
        try (InputStream in = Files.newInputStream(jar.path())) {
            bundle = context.installBundle(freeLocation(), in);
        } catch (IOException | BundleException e) {
            throw DeploymentRefused.circumstances("it cannot be installed: " + e.getMessage());
        }
    }

    /** An unused location. The plain location may be occupied by a generation of the same jar that still drains. */
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
     * Whether the references of every component are satisfied, and a bundle without components has the services that an
     * extender registers on its behalf.
     *
     * @throws DeploymentRefused if a component failed to activate
     */
    boolean ready() throws DeploymentRefused {
        boolean ready = true;
        for (ComponentView component : components.of(bundle())) {
            if (component.state() == ComponentState.FAILED) {
                throw DeploymentRefused.circumstances(component.faults());
            }
            ready &= component.state() != ComponentState.UNSATISFIED;
        }
        return ready && awaitedExtenders().isEmpty();
    }

    /** The extenders that have yet to register a service for it, as sentences; empty for a bundle with components. */
    private List<String> awaitedExtenders() {
        BundleWiring wiring = bundle().adapt(BundleWiring.class);
        if (wiring == null
                || !registered().isEmpty()
                || !components.of(bundle()).isEmpty()) {
            return List.of();
        }
        List<String> awaited = new ArrayList<>();
        for (BundleWire wire : wiring.getRequiredWires(ExtenderNamespace.EXTENDER_NAMESPACE)) {
            Object name = wire.getCapability().getAttributes().get(ExtenderNamespace.EXTENDER_NAMESPACE);
            if (!COMPONENT_RUNTIME.equals(name)) {
                awaited.add("it waits for the extender " + name + " of "
                        + wire.getProvider().getSymbolicName() + ", which has registered no service for it");
            }
        }
        return awaited;
    }

    /** Whether unsatisfied components are waiting for services of this type and for nothing else. */
    public boolean waitsOnlyFor(Class<?> type) {
        return components.waitOnlyFor(type, bundle());
    }

    private List<ServiceReference<?>> registered() {
        ServiceReference<?>[] services = bundle().getRegisteredServices();
        return services == null ? List.of() : List.of(services);
    }

    /** The refusal with the reasons why the bundle is not ready. */
    DeploymentRefused notReady(Deadline deadline) {
        List<String> awaited = awaitedExtenders();
        return awaited.isEmpty()
                ? faulty("its components were not ready" + deadline.within())
                : DeploymentRefused.circumstances(awaited);
    }

    /** The refusal that names the faults of its components or, if they have none, {@code otherwise}. */
    private DeploymentRefused faulty(String otherwise) {
        List<String> faults = components.faults(bundle());
        return DeploymentRefused.circumstances(faults.isEmpty() ? List.of(otherwise) : faults);
    }

    /** Gets an instance of every service it registers, and holds them until {@link #release}. */
    void activate(Deadline deadline) throws DeploymentRefused, InterruptedException {
        List<ServiceReference<?>> services = registered();
        if (services.isEmpty() && components.of(bundle()).isEmpty()) {
            throw DeploymentRefused.content(jar.bundle()
                    + " registers no service and describes no component, so it would do nothing; is @Component"
                    + " missing, or was it built without the bnd-maven-plugin?");
        }
        for (ServiceReference<?> service : services) {
            Object instance = call(
                    "activate",
                    () -> context.getService(service),
                    deadline,
                    nameOf(service) + " did not activate" + deadline.within(),
                    e -> notActivated(service, innermost(e).toString()));
            if (instance == null) {
                throw faulty(nameOf(service) + " failed to activate");
            }
            held.add(new Registered<>(service, instance));
        }
        ready();
    }

    private static List<String> notActivated(ServiceReference<?> service, String cause) {
        return List.of(nameOf(service) + " failed to activate: " + cause + ComponentInspection.hint(cause));
    }

    /** Asks its plug-ins for their declarations. */
    void declare(Admission admission, Deadline deadline) throws DeploymentRefused, InterruptedException {
        long id = bundle().getBundleId();
        call(
                "open",
                () -> {
                    admission.open(id);
                    return null;
                },
                deadline,
                jar.bundle() + " did not declare what its plug-ins are" + deadline.within(),
                e -> List.of(jar.bundle() + " failed to declare what its plug-ins are: " + innermost(e)));
    }

    private static String nameOf(ServiceReference<?> service) {
        Object component = service.getProperty("component.name");
        return component == null
                ? "the service " + String.join(", ", (String[]) service.getProperty(Constants.OBJECTCLASS))
                : "component " + component;
    }

    /** The services it registers as this type; only between {@link #activate} and {@link #release}. */
    <T> List<Registered<T>> services(Class<T> type) {
        return held.stream()
                .filter(one -> type.isInstance(one.service()))
                .map(one -> new Registered<>(one.reference(), type.cast(one.service())))
                .toList();
    }

    /** Releases the instances. */
    void release() {
        held.forEach(one -> context.ungetService(one.reference()));
        held.clear();
    }

    /** Releases the instances and hands the bundle over to the caller, which keeps or retires it from now on. */
    public Bundle detachBundle() {
        release();
        Bundle installed = bundle();
        bundle = null;
        return installed;
    }

    /** Refuses the bundle for this reason, and uninstalls it. */
    public void refuse(DeploymentRefused reason) {
        refusal = reason;
        takeBack();
    }

    /** The reason why the bundle was refused, or null. */
    @Nullable
    public DeploymentRefused refusal() {
        return refusal;
    }

    public boolean alive() {
        return bundle != null && refusal == null;
    }

    /** Stops and uninstalls it; in the background if its code hangs. */
    public void takeBack() {
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
}
