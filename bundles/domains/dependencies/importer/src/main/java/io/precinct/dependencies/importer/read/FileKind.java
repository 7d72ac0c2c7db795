package io.precinct.dependencies.importer.read;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a file that is read is, by its name. */
public enum FileKind {
    /** {@code pom.xml}. */
    MAVEN,
    /** {@code package.json}. */
    NPM,
    /** {@code go.mod}. */
    GO,
    /** {@code compose.yaml}, {@code docker-compose.override.yml}. */
    COMPOSE,
    /** Any other YAML file, if it holds objects of Kubernetes. */
    KUBERNETES;

    private static final Pattern COMPOSE_NAME = Pattern.compile("(docker-)?compose[^/]*\\.ya?ml");
    private static final Pattern API_VERSION = Pattern.compile("(?m)^[ \\t-]*[\"']?apiVersion[\"']?[ \\t]*:");
    private static final Pattern OBJECT_KIND = Pattern.compile("(?m)^[ \\t-]*[\"']?kind[\"']?[ \\t]*:");

    /** As answers have it: {@code maven}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a file is, or null if it is not read. */
    public static @Nullable FileKind of(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return switch (name) {
            case "pom.xml" -> MAVEN;
            case "package.json" -> NPM;
            case "go.mod" -> GO;
            default ->
                !name.endsWith(".yml") && !name.endsWith(".yaml")
                        ? null
                        : COMPOSE_NAME.matcher(name).matches() ? COMPOSE : KUBERNETES;
        };
    }

    /** Whether a file of this name is what the name says. */
    public boolean accepts(String text) {
        return this != KUBERNETES
                || API_VERSION.matcher(text).find() && OBJECT_KIND.matcher(text).find();
    }
}
