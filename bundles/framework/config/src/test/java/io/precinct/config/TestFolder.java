package io.precinct.config;

import io.precinct.config.name.ManifestNames;
import io.precinct.config.section.ServiceFile;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** A configuration folder with a data folder beside it. */
record TestFolder(Path config, Path data) {
    /** A minimal file that loads with the shipped plug-ins. */
    static final String GOOD = """
            service: test
            routes:
              /echo/:message: {method: get, boundary: echo, name: echo}
            """;

    static TestFolder in(Path root) throws IOException {
        var folder = new TestFolder(root.resolve("config"), root.resolve("data"));
        Files.createDirectories(folder.config);
        Files.createDirectories(folder.data);
        return folder;
    }

    Path file() {
        return config.resolve("service.yml");
    }

    /** Writes a file of the folder, and creates its parent folders. */
    TestFolder write(String name, String text) {
        try {
            Path file = config.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TestFolder service(String text) {
        return write("service.yml", text);
    }

    ServiceFile.Place place(OptionalInt port) {
        return new ServiceFile.Place(config, data, port, false);
    }

    ConfigurationLoader loader() {
        return new ConfigurationLoader(place(OptionalInt.empty()), () -> ManifestNames.NOTHING);
    }

    /** The load of a check, which judges certificates as well. */
    LoadResult check() {
        var place = new ServiceFile.Place(config, data, OptionalInt.empty(), true);
        return new ConfigurationLoader(place, () -> ManifestNames.NOTHING)
                .load(DeployedPlugins.shipped().snapshot());
    }

    LoadResult load(PluginSnapshot plugins) {
        return loader().load(plugins);
    }

    LoadResult load() {
        return load(DeployedPlugins.shipped().snapshot());
    }

    /** The configuration of a file without errors. */
    Configuration good(String text) {
        LoadResult load = service(text).load();
        Configuration configuration = load.configuration();
        if (configuration == null) {
            throw new AssertionError("does not load: " + lines(load.problems()));
        }
        return configuration;
    }

    /** The problems of a file, as printed. */
    List<String> problems(String text) {
        return lines(service(text).load().problems());
    }

    List<String> lines(List<Problem> problems) {
        return problems.stream()
                .map(Problem::line)
                .map(line -> line.replace(config + "/", ""))
                .toList();
    }
}
