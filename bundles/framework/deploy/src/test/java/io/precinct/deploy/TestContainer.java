package io.precinct.deploy;

import io.precinct.api.boundary.Boundary;
import io.precinct.core.Core;
import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.VerifyPolicy;
import io.precinct.core.api.config.Yaml;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.shapes.CompiledShape;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/** A real framework with the component runtime, the deployer and a registry, as the launcher would start it. */
public final class TestContainer implements AutoCloseable {
    /** Packages exported in addition to those of the API. */
    private static final List<String> PACKAGES = List.of(
            "com.fasterxml.jackson.core;version=2.22.4",
            "com.fasterxml.jackson.core.util;version=2.22.4",
            "ch.qos.logback.classic;version=1.6.6",
            "org.slf4j;version=2.0.20",
            "org.slf4j.event;version=2.0.20",
            "org.slf4j.spi;version=2.0.20",
            "org.osgi.service.component;version=1.5.1",
            "org.osgi.service.component.runtime;version=1.5.0",
            "org.osgi.service.component.runtime.dto;version=1.5.0",
            "org.osgi.util.promise;version=1.3.0",
            "org.osgi.util.function;version=1.2.0");

    private final Framework framework;
    private final Path data;
    private final Settings settings;
    /** The registry that serves, unless the core does. */
    public final TestRegistry registry;

    /** The part of the configuration that matters here; tests change it while the container runs. */
    public static final class Settings implements ConfigurationSource {
        private final Path folder;
        private final List<RouteEntry> routes;
        private final List<Consumer<Configuration>> listeners = new CopyOnWriteArrayList<>();
        /** The settings of deployments. */
        public volatile DeploySettings deploy;

        public volatile List<ArchetypeSlot> slots = List.of();
        /** Run on each thread that reads the configuration, so that a test can block it there. */
        public volatile Runnable onRead = () -> {};
        /** The problems of the files as they are now. */
        public volatile List<Problem> problems = List.of();

        Settings(Path data, List<RouteEntry> routes) {
            folder = data;
            this.routes = routes;
            deploy = with(Duration.ofSeconds(20), Duration.ofSeconds(30), List.of(), List.of());
        }

        /** The settings of the tests with these times and this trust. */
        public DeploySettings with(Duration activation, Duration drain, List<String> hashes, List<Path> signers) {
            return new DeploySettings(data().resolve("boundaries"), hashes, signers, activation, drain, 3, 1 << 20);
        }

        private Path data() {
            return folder;
        }

        @Override
        public Configuration current() {
            onRead.run();
            return new Configuration(
                    "test",
                    folder,
                    HttpSettings.onPort(0),
                    deploy,
                    routes,
                    Map.of(),
                    Map.of(),
                    List.of(),
                    null,
                    VerifyPolicy.OPEN,
                    slots,
                    Map.of(),
                    new NoYaml(),
                    Instant.EPOCH,
                    List.of());
        }

        @Override
        public List<Problem> problems() {
            return problems;
        }

        @Override
        public List<Problem> reload() {
            listeners.forEach(listener -> listener.accept(current()));
            return problems;
        }

        @Override
        public AutoCloseable subscribe(Consumer<Configuration> listener) {
            listener.accept(current());
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }
    }

    private static final class NoYaml implements Yaml {
        @Override
        public Object read(Path file) {
            throw new UnsupportedOperationException("nothing here reads YAML");
        }

        @Override
        public String write(Object value) {
            throw new UnsupportedOperationException("nothing here writes YAML");
        }
    }

    /** The exported packages of the bundle of a class, with versions, from its manifest. */
    private static String exportedWith(Class<?> type) throws IOException {
        Path code = TestPlugin.codeOf(type);
        if (Files.isDirectory(code)) {
            try (InputStream in = Files.newInputStream(code.resolve(JarFile.MANIFEST_NAME))) {
                return new Manifest(in).getMainAttributes().getValue(Constants.EXPORT_PACKAGE);
            }
        }
        try (var jar = new JarFile(code.toFile())) {
            return jar.getManifest().getMainAttributes().getValue(Constants.EXPORT_PACKAGE);
        }
    }

    /**
     * Starts a container, on the data folder of an earlier one if there is one.
     *
     * @param shipped jars of the distribution, started one after the other before the deployer
     */
    public TestContainer(Path data, Path... shipped) throws Exception {
        this(data, List.of(), Map.of(), false, shipped);
    }

    /**
     * A container in which the core itself answers requests to these routes.
     *
     * @param launch further framework properties
     */
    public static TestContainer withCore(
            Path data, List<RouteEntry> routes, Map<String, String> launch, Path... shipped) throws Exception {
        return new TestContainer(data, routes, launch, true, shipped);
    }

    private TestContainer(Path data, List<RouteEntry> routes, Map<String, String> launch, boolean core, Path... shipped)
            throws Exception {
        this.data = Files.createDirectories(data);
        Map<String, String> properties = new HashMap<>();
        properties.put("org.osgi.framework.storage", data.resolve("cache").toString());
        properties.put("org.osgi.framework.storage.clean", "onFirstInit");
        properties.put("org.osgi.framework.bsnversion", "multiple");
        properties.put("org.osgi.framework.bootdelegation", "");
        properties.put("felix.bootdelegation.implicit", "false");
        properties.put("felix.service.urlhandlers", "false");
        properties.put("felix.log.level", "1");
        properties.put(
                "org.osgi.framework.system.packages.extra",
                String.join(
                        ",",
                        exportedWith(Boundary.class),
                        exportedWith(Deployments.class),
                        exportedWith(CompiledShape.class),
                        String.join(",", PACKAGES)));
        properties.put(Launch.DATA_DIR, data.toString());
        properties.put(Launch.MODE, "run");
        properties.putAll(launch);
        framework = new FrameworkFactory().newFramework(properties);
        framework.start();
        settings = new Settings(data, routes);
        context().registerService(ConfigurationSource.class, settings, null);
        start(TestPlugin.codeOf(Class.forName("org.apache.felix.scr.info.ScrInfo")));
        registry = core ? null : new TestRegistry(context());
        if (registry == null) {
            start(TestPlugin.codeOf(Core.class));
        } else {
            String[] types = {Admission.class.getName(), Plugins.class.getName()};
            context().registerService(types, registry, null);
        }
        for (Path jar : shipped) {
            start(jar);
        }
        start(TestPlugin.codeOf(Deployer.class));
    }

    public BundleContext context() {
        return framework.getBundleContext();
    }

    public Settings settings() {
        return settings;
    }

    public Path data() {
        return data;
    }

    public Path folder() {
        return settings.deploy.boundaryPath();
    }

    public Bundle start(Path jar) throws Exception {
        Bundle bundle = context().installBundle("reference:" + jar.toUri());
        bundle.start();
        return bundle;
    }

    public Deployments deployments() {
        return await("the deployments service", () -> service(Deployments.class));
    }

    public Outcome deploy(Path jar) throws IOException {
        return deploy(jar, false);
    }

    /** Deploys a jar that replaces names of other bundles. */
    public Outcome replace(Path jar, String... names) throws IOException {
        try (InputStream in = Files.newInputStream(jar)) {
            return deployments().deploy(in, jar.getFileName().toString(), false, List.of(names));
        }
    }

    public Outcome deploy(Path jar, boolean dryRun) throws IOException {
        try (InputStream in = Files.newInputStream(jar)) {
            return deployments().deploy(in, jar.getFileName().toString(), dryRun);
        }
    }

    public <T> T service(Class<T> type) {
        ServiceReference<T> reference = context().getServiceReference(type);
        return reference == null ? null : context().getService(reference);
    }

    /** The bundles of this name, shipped or deployed. */
    public List<Bundle> bundles(String name) {
        return Arrays.stream(context().getBundles())
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .toList();
    }

    /** Waits until something holds; a failure shows the outcomes of the deployments. */
    public void awaitTrue(String what, BooleanSupplier condition) {
        Eventually.until(() -> what + "; outcomes: " + outcomes(), condition::getAsBoolean);
    }

    /** Waits for something that is null until it is there; a failure shows the outcomes of the deployments. */
    public <T> T await(String what, Supplier<T> supplier) {
        return Eventually.untilFound(() -> what + "; outcomes: " + outcomes(), supplier::get);
    }

    private List<Outcome> outcomes() {
        Deployments service = service(Deployments.class);
        return service == null ? List.of() : service.outcomes();
    }

    @Override
    public void close() throws Exception {
        framework.stop();
        framework.waitForStop(20_000);
    }
}
