package io.precinct.dependencies.importer.read;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The kind of a file, by its name. */
public enum FileKind {
    /** {@code pom.xml}. */
    MAVEN,
    /** {@code package.json}. */
    NPM,
    /** {@code go.mod}. */
    GO,
    /** {@code Chart.yaml}, and {@code requirements.yaml} beside it. */
    HELM,
    /** Files such as {@code compose.yaml} and {@code docker-compose.override.yml}. */
    COMPOSE,
    /** Any other YAML file, if it contains Kubernetes objects. */
    KUBERNETES;

    private static final Pattern COMPOSE_NAME = Pattern.compile("(docker-)?compose[^/]*\\.ya?ml");
    private static final Pattern API_VERSION = Pattern.compile("(?m)^[ \\t-]*[\"']?apiVersion[\"']?[ \\t]*:");
    private static final Pattern OBJECT_KIND = Pattern.compile("(?m)^[ \\t-]*[\"']?kind[\"']?[ \\t]*:");

    /** Returns the name in responses, such as {@code maven}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kind of a file, or null if it is not read. */
    public static @Nullable FileKind of(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return switch (name) {
            case "pom.xml" -> MAVEN;
            case "package.json" -> NPM;
            case "go.mod" -> GO;
            case "Chart.yaml", "requirements.yaml" -> HELM;
            default ->
                !name.endsWith(".yml") && !name.endsWith(".yaml")
                        ? null
                        : COMPOSE_NAME.matcher(name).matches() ? COMPOSE : KUBERNETES;
        };
    }

    /** Whether the text of a file fits its kind. */
    public boolean accepts(String text) {
        return this != KUBERNETES
                || API_VERSION.matcher(text).find() && OBJECT_KIND.matcher(text).find();
    }
}
