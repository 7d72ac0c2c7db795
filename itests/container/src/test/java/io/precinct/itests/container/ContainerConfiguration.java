package io.precinct.itests.container;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.systemPackages;

import io.precinct.core.api.launch.Launch;
import io.precinct.itests.support.Distribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.ops4j.pax.exam.ConfigurationFactory;
import org.ops4j.pax.exam.Option;
import org.osgi.framework.Constants;

/**
 * The only container of this module: the bundles of the framework feature, with the framework properties that the
 * launcher would set. Pax Exam finds this class as a Java service.
 */
public final class ContainerConfiguration implements ConfigurationFactory {
    /** Packages that the tests need from the class path of the process; all others they get in the container. */
    private static final String[] FROM_CLASS_PATH = {
        "io.precinct.itests.support", "io.precinct.testing", "org.assertj.core.api", "org.assertj.core.api.iterable"
    };

    @Override
    public Option[] createConfiguration() {
        try {
            List<Option> options = new ArrayList<>();
            options.addAll(feature(Path.of(System.getProperty("precinct.features"))));
            options.addAll(launch(emptied(Path.of("target/container"))));
            options.add(junitBundles());
            options.add(systemPackages(FROM_CLASS_PATH));
            options.add(frameworkProperty("org.ops4j.pax.logging.DefaultServiceLog.level")
                    .value("NONE"));
            return options.toArray(Option[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Option> feature(Path features) throws IOException {
        List<Option> options = new ArrayList<>();
        for (String jar : Files.readAllLines(features.resolve("framework.bundles"))) {
            Path file = features.resolve("bundles").resolve(jar);
            options.add(bundle(file.toUri().toString()).start(!isFragment(file)));
        }
        options.add(systemPackages(
                Files.readAllLines(features.resolve("system.packages")).toArray(String[]::new)));
        return options;
    }

    private static boolean isFragment(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            return jar.getManifest().getMainAttributes().getValue(Constants.FRAGMENT_HOST) != null;
        }
    }

    private static List<Option> launch(Path folder) throws IOException, URISyntaxException {
        Path shipped =
                Path.of(ContainerConfiguration.class.getResource("/config").toURI());
        Path config = folder.resolve("config");
        Distribution.copyTree(shipped, config);
        return List.of(
                frameworkProperty(Launch.CONFIG_DIR).value(config.toString()),
                frameworkProperty(Launch.DATA_DIR)
                        .value(Files.createDirectory(folder.resolve("data")).toString()),
                frameworkProperty(Launch.PORT).value("0"),
                frameworkProperty(Launch.TOKEN).value("token-of-the-container-tests"),
                frameworkProperty(Launch.FEATURES).value("framework"),
                frameworkProperty(Launch.VERSION).value("test"),
                frameworkProperty(Launch.MODE).value("run"),
                // During a swap two generations of a bundle are installed.
                frameworkProperty(Constants.FRAMEWORK_BSNVERSION).value(Constants.FRAMEWORK_BSNVERSION_MULTIPLE));
    }

    private static Path emptied(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath();
        if (Files.exists(absolute)) {
            try (Stream<Path> tree = Files.walk(absolute)) {
                for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        return Files.createDirectories(absolute);
    }
}
