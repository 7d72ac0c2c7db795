package io.precinct.config.section;

import io.precinct.config.yaml.ValueText;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.plugin.ReservedNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the settings of hot deployment: {@code boundary_path} and {@code deploy}. */
final class DeploySection {
    /** The name of a plug-in, with or without its kind. */
    private static final String NAME = "([a-z]+ )?[A-Za-z0-9_.-]{1,200}";

    private DeploySection() {}

    static DeploySettings read(Section root, Path configDir, Path dataDir) {
        Path boundaryPath = Optional.ofNullable(root.path("boundary_path", configDir))
                .orElseGet(() -> dataDir.resolve("boundaries"));
        if (Files.exists(boundaryPath) && !Files.isDirectory(boundaryPath)) {
            root.problems()
                    .error(
                            root.at("boundary_path"),
                            "boundary_path takes a folder, this is none: " + boundaryPath,
                            "name the folder in which the jars lie; deploy takes a single one");
        }
        DeploySettings absent = DeploySettings.watching(boundaryPath);
        try (Section deploy = root.section("deploy");
                Section trust = deploy.section("trust")) {
            return new DeploySettings(
                    boundaryPath,
                    hashes(trust),
                    signers(trust, configDir),
                    HttpSection.seconds(deploy, "activation_seconds", 1, 600, absent.activation()),
                    HttpSection.seconds(deploy, "drain_seconds", 0, 3600, absent.drain()),
                    deploy.small("keep", 0, 100, absent.keep()),
                    deploy.whole("max_jar_bytes", 1024, 4L << 30, absent.maxJarBytes()),
                    replaces(deploy));
        }
    }

    private static List<String> replaces(Section deploy) {
        List<Section.Text> names = deploy.texts("replaces");
        for (Section.Text name : names) {
            if (!name.value().matches(NAME)) {
                deploy.problems()
                        .error(
                                name.at(),
                                deploy.name("replaces")
                                        + " takes names of boundaries, formatters, tags, grammars and archetypes,"
                                        + " got " + ValueText.quoted(name.value()),
                                "as echo, or with its kind as boundary echo");
            } else if (ReservedNames.contains("boundary " + name.value()) || ReservedNames.contains(name.value())) {
                deploy.problems()
                        .error(
                                name.at(),
                                deploy.name("replaces") + ": " + name.value()
                                        + " belongs to the tail of every chain, to inspection or to administration,"
                                        + " and no other bundle takes it",
                                "leave it out");
            }
        }
        return names.stream().map(Section.Text::value).toList();
    }

    private static List<String> hashes(Section trust) {
        List<Section.Text> hashes = trust.texts("sha256");
        for (Section.Text hash : hashes) {
            if (!hash.value().matches("[0-9A-Fa-f]{64}")) {
                trust.problems()
                        .error(
                                hash.at(),
                                trust.name("sha256") + " takes SHA-256 hashes of jars, 64 hexadecimal digits, got "
                                        + ValueText.quoted(hash.value()),
                                "sha256sum prints it");
            }
        }
        return hashes.stream()
                .map(hash -> hash.value().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static List<Path> signers(Section trust, Path configDir) {
        var signers = new ArrayList<Path>();
        for (Section.Text text : trust.texts("signers")) {
            Path file = Section.path(text, trust.name("signers"), configDir, trust.problems());
            if (file == null) {
                continue;
            }
            if (!Files.isRegularFile(file)) {
                trust.problems()
                        .error(text.at(), trust.name("signers") + ": there is no file " + file, "a certificate in PEM");
            }
            signers.add(file);
        }
        return signers;
    }
}
