package io.precinct.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.eclipse.jetty.server.handler.DefaultHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * The floor of the start benchmark: Felix with the component runtime and its API bundles, and Jetty with one handler.
 * Arguments: the folder of the distribution's bundles, and a folder for the cache.
 */
public final class BareFelix {
    private BareFelix() {}

    /** Serves until it is ended. */
    public static void main(String[] arguments) throws Exception {
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, arguments[1]);
        properties.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(properties);
        framework.start();
        List<Bundle> bundles = new ArrayList<>();
        try (Stream<Path> jars = Files.list(Path.of(arguments[0]))) {
            for (Path jar : jars.sorted().toList()) {
                String name = jar.getFileName().toString();
                if (name.startsWith("org.osgi.") || name.startsWith("org.apache.felix.scr")) {
                    bundles.add(framework
                            .getBundleContext()
                            .installBundle(jar.toUri().toString()));
                }
            }
        }
        for (Bundle bundle : bundles) {
            bundle.start();
        }
        RawJetty.serve(new QueuedThreadPool(), new DefaultHandler());
    }
}
