package io.precinct.launcher;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The running distribution, and the folders it uses unless options name others.
 *
 * @param home absolute path of the distribution: {@code lib}, {@code bundles}, {@code features}
 * @param config absolute path of the configuration folder
 * @param data absolute path of the folder that survives restarts
 * @param version version of the distribution
 * @param variables the environment, some of whose variables stand for options
 */
public record Installation(Path home, Path config, Path data, String version, Map<String, String> variables) {
    /** An installation without environment variables. */
    public Installation(Path home, Path config, Path data, String version) {
        this(home, config, data, version, Map.of());
    }

    /**
     * The installation this class was loaded from; the start script names its folders by the system properties
     * {@code precinct.home}, {@code precinct.config} and {@code precinct.data}.
     */
    public static Installation ofThisProcess() {
        Path home = folder("precinct.home", null);
        return new Installation(
                home,
                folder("precinct.config", home.resolve("config")),
                folder("precinct.data", home.resolve("data")),
                versionOf(Installation.class.getPackage().getImplementationVersion()),
                System.getenv());
    }

    private static Path folder(String property, @Nullable Path otherwise) {
        String named = System.getProperty(property);
        if (named != null && !named.isBlank()) {
            return Path.of(named).toAbsolutePath().normalize();
        }
        return otherwise != null ? otherwise : besideThisJar();
    }

    /** The home, derived from the path of this jar, {@code <home>/lib/precinct-launcher.jar}. */
    private static Path besideThisJar() {
        try {
            Path jar = Path.of(Installation.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return jar.toAbsolutePath().resolve("../..").normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the class path names no file; start with -Dprecinct.home=FOLDER", e);
        }
    }

    private static String versionOf(@Nullable String implementationVersion) {
        return implementationVersion == null ? "development" : implementationVersion;
    }
}
