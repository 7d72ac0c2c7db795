package io.precinct.config.section;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsSection;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.plugin.ReservedNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The settings of hot deployment: {@code boundary_path} and {@code deploy}. */
final class DeploySection {
    private static final DeploySettings ABSENT = DeploySettings.watching(Path.of("boundaries"));

    private static final Setting<Path> BOUNDARY_PATH = Setting.path("boundary_path")
            .as(DeploySection::folder, "a folder")
            .hint("name the folder in which the jars lie; deploy takes a single one")
            .absentMeans("`boundaries` below the data folder")
            .describedAs("Where bundles are dropped to be deployed.")
            .afterRestart();

    private static final Setting<Duration> ACTIVATION = HttpSection.seconds(
                    "activation_seconds", 1, 600, ABSENT.activation())
            .describedAs("Time components get to activate, and archetypes to boot.");

    private static final Setting<Duration> DRAIN = HttpSection.seconds("drain_seconds", 0, 3600, ABSENT.drain())
            .describedAs("Time for requests on the old generation.");

    private static final Setting<Integer> KEEP = HttpSection.count("keep", 0, 100, ABSENT.keep())
            .describedAs("Earlier generations of a bundle that are kept for rollback.");

    private static final Setting<Long> MAX_JAR_BYTES = Setting.whole("max_jar_bytes", 1024, 4L << 30)
            .or(ABSENT.maxJarBytes())
            .describedAs("The largest jar; it may unpack to ten times as much.");

    private static final Setting<List<String>> REPLACES = Setting.texts(
                    "replaces",
                    "([a-z]+ )?[A-Za-z0-9_.-]{1,200}",
                    "names of boundaries, formatters, tags, grammars and archetypes")
            .hint("as echo, or with its kind as boundary echo")
            .describedAs("Names that any deployed bundle may take from another.");

    private static final Setting<List<String>> SHA256 = Setting.texts(
                    "sha256", "[0-9A-Fa-f]{64}", "SHA-256 hashes of jars, 64 hexadecimal digits")
            .hint("sha256sum prints it")
            .absentMeans("any")
            .describedAs("The only jars that may be deployed.");

    private static final Setting<List<Path>> SIGNERS = Setting.paths("signers")
            .absentMeans("any")
            .describedAs("Certificates in PEM of the only signers whose jars may be deployed.");

    private static final SettingsSection TRUST = SettingsSection.of("trust", "What may be deployed.", SHA256, SIGNERS);

    private static final SettingsSection DEPLOY =
            SettingsSection.of("deploy", "Hot deployment.", ACTIVATION, DRAIN, KEEP, MAX_JAR_BYTES, REPLACES, TRUST);

    static final List<SettingsMember> MEMBERS = List.of(BOUNDARY_PATH, DEPLOY);

    private DeploySection() {}

    static DeploySettings read(Settings file, Path dataDir) {
        Settings deploy = file.section(DEPLOY);
        Settings trust = deploy.section(TRUST);
        checkReserved(deploy);
        checkFiles(trust);
        return new DeploySettings(
                Objects.requireNonNullElseGet(file.get(BOUNDARY_PATH), () -> dataDir.resolve("boundaries")),
                trust.need(SHA256).stream()
                        .map(hash -> hash.toLowerCase(Locale.ROOT))
                        .toList(),
                trust.need(SIGNERS),
                deploy.need(ACTIVATION),
                deploy.need(DRAIN),
                deploy.need(KEEP),
                deploy.need(MAX_JAR_BYTES),
                deploy.need(REPLACES));
    }

    private static Path folder(Path path) {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new IllegalArgumentException(path + " is no folder");
        }
        return path;
    }

    private static void checkReserved(Settings deploy) {
        List<String> names = deploy.need(REPLACES);
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (ReservedNames.contains("boundary " + name) || ReservedNames.contains(name)) {
                String message = deploy.name(REPLACES) + ": " + name + " belongs to the tail of every chain, to"
                        + " inspection or to administration, and no other bundle takes it";
                deploy.error(REPLACES, i, message, "leave it out");
            }
        }
    }

    private static void checkFiles(Settings trust) {
        List<Path> signers = trust.need(SIGNERS);
        for (int i = 0; i < signers.size(); i++) {
            if (!Files.isRegularFile(signers.get(i))) {
                String message = trust.name(SIGNERS) + ": there is no file " + signers.get(i);
                trust.error(SIGNERS, i, message, "a certificate in PEM");
            }
        }
    }
}
