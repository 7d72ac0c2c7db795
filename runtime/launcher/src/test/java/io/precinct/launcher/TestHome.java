package io.precinct.launcher;

import io.precinct.launcher.testbundle.MinimalContainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A distribution with one bundle, {@link MinimalContainer}, and folders for configuration and data.
 *
 * @param root the folder that contains everything
 */
public record TestHome(Path root) {
    /** Creates the distribution below {@code root}; the bundle reads {@code behaviour}. */
    public static TestHome create(Path root, String behaviour) throws IOException {
        var home = new TestHome(root);
        Files.createDirectories(home.home().resolve("features"));
        Files.createDirectories(home.home().resolve("bundles"));
        Files.createDirectories(home.config());
        Files.write(
                home.home().resolve("features/system.packages"),
                List.of("org.slf4j;version=\"2.0.20\"", "org.slf4j.spi;version=\"2.0.20\""));
        BundleJar.named("io.precinct.minimal").activator(MinimalContainer.class).writeTo(home.bundle("minimal.jar"));
        home.feature("framework", "minimal.jar");
        home.behaviour(behaviour);
        return home;
    }

    public void behaviour(String words) throws IOException {
        Files.writeString(config().resolve("behaviour"), words);
    }

    public void feature(String name, String... jars) throws IOException {
        Files.write(home().resolve("features").resolve(name + ".bundles"), List.of(jars));
    }

    public Path bundle(String jar) {
        return home().resolve("bundles").resolve(jar);
    }

    public Path home() {
        return root.resolve("home");
    }

    public Path config() {
        return root.resolve("config");
    }

    public Path data() {
        return root.resolve("data");
    }

    public Installation installation() {
        return new Installation(home(), config(), data(), "1.2.3");
    }
}
