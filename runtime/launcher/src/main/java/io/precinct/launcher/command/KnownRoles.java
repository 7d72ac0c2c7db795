package io.precinct.launcher.command;

import io.precinct.common.spelling.Suggestions;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The roles that users can have: roles that shipped or deployed bundles declare, and roles that the configuration
 * names. A bundle declares its roles by the capability
 * {@code precinct.role;precinct.role:List<String>="reader,writer"}.
 */
final class KnownRoles {
    /**
     * The role that administers an instance through the gateway, unless {@code gateway.admin.role} names another one.
     */
    private static final String OPERATOR = "operator";

    /** Tools write a single role without quotes. */
    private static final Pattern DECLARED =
            Pattern.compile("precinct\\.role;precinct\\.role:List<String>=(?:\"([^\"]*)\"|([^\",;]+))");

    /** A word in YAML that may be the name of a role. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:-]*(?<!:)");

    private KnownRoles() {}

    /**
     * Checks that these roles are known.
     *
     * @throws Failure if a role is not known; the message lists the known roles
     */
    static void check(Installation installation, Path config, Path data, List<String> roles) throws Failure {
        if (roles.isEmpty() || !Files.isDirectory(installation.home().resolve("bundles"))) {
            return;
        }
        try {
            var declared = new TreeSet<String>(List.of(OPERATOR));
            jars(installation.home().resolve("bundles"), declared);
            jars(data.resolve("deployments/active"), declared);
            var named = new TreeSet<String>();
            configured(config, named);
            for (String role : roles) {
                if (!declared.contains(role) && !named.contains(role)) {
                    throw new Failure("there is no role " + role + Suggestions.ending(role, declared)
                            + " Roles: " + String.join(", ", declared)
                            + "; and those that files in " + config + " name, in requires, grant or role");
                }
            }
        } catch (IOException e) {
            throw Failure.of("cannot read which roles there are", e);
        }
    }

    private static void jars(Path folder, TreeSet<String> roles) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
            for (Path path : jars) {
                try (var jar = new JarFile(path.toFile())) {
                    Manifest manifest = jar.getManifest();
                    String capabilities = manifest == null
                            ? null
                            : manifest.getMainAttributes().getValue("Provide-Capability");
                    Matcher matcher = DECLARED.matcher(capabilities == null ? "" : capabilities);
                    while (matcher.find()) {
                        String declared = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                        roles.addAll(List.of(declared.split(",", -1)));
                    }
                }
            }
        }
    }

    /** Adds every word of the files of a folder. Only the domains that read the files know which words are roles. */
    private static void configured(Path folder, TreeSet<String> texts) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.{yml,yaml}")) {
            for (Path file : files) {
                for (String line : Files.readAllLines(file)) {
                    Matcher matcher = WORD.matcher(line.replaceFirst("(^|\\s)#.*", ""));
                    while (matcher.find()) {
                        texts.add(matcher.group());
                    }
                }
            }
        }
    }
}
