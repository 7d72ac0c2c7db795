package io.precinct.dependencies.importer.read;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@code pom.xml} as written, without inherited content. Immutable.
 *
 * @param path the path of the file
 * @param group its own group, or null
 * @param artifact its artifact, or null
 * @param parent its parent, or null
 * @param properties the properties by name
 * @param dependencies the dependencies that it declares
 * @param managed the dependencies that it manages
 */
record MavenPom(
        String path,
        @Nullable String group,
        @Nullable String artifact,
        @Nullable Parent parent,
        Map<String, String> properties,
        List<Dependency> dependencies,
        List<Dependency> managed) {
    /**
     * The parent of a pom.
     *
     * @param relativePath null if not given; empty if the parent is not in the repository
     */
    record Parent(
            @Nullable String group,
            @Nullable String artifact,
            @Nullable String relativePath,
            int line) {}

    /** A dependency as written. */
    record Dependency(
            @Nullable String group,
            @Nullable String artifact,
            @Nullable String scope,
            String variant,
            int line) {
        private static Dependency of(XmlElement element) {
            String type = element.text("type");
            String classifier = element.text("classifier");
            return new Dependency(
                    element.text("groupId"),
                    element.text("artifactId"),
                    element.text("scope"),
                    (type == null ? "jar" : type) + ":" + (classifier == null ? "" : classifier),
                    element.line());
        }
    }

    /**
     * Parses a pom.
     *
     * @throws BadFile if the text is not a pom
     */
    static MavenPom read(String path, String text) throws BadFile {
        XmlElement project = XmlElement.read(text);
        if (!project.name().equals("project")) {
            throw new BadFile(project.line(), "a pom is a project, and this is a " + project.name());
        }
        Map<String, String> properties = new HashMap<>();
        XmlElement own = project.child("properties");
        if (own != null) {
            own.children().forEach(each -> properties.put(each.name(), each.text()));
        }
        XmlElement management = project.child("dependencyManagement");
        return new MavenPom(
                path,
                project.text("groupId"),
                project.text("artifactId"),
                parent(project.child("parent")),
                Map.copyOf(properties),
                dependencies(project),
                management == null ? List.of() : dependencies(management));
    }

    private static @Nullable Parent parent(@Nullable XmlElement parent) {
        if (parent == null) {
            return null;
        }
        XmlElement relative = parent.child("relativePath");
        return new Parent(
                parent.text("groupId"),
                parent.text("artifactId"),
                relative == null ? null : relative.text(),
                parent.line());
    }

    private static List<Dependency> dependencies(XmlElement of) {
        XmlElement list = of.child("dependencies");
        Stream<XmlElement> each = list == null ? Stream.empty() : list.children("dependency");
        return each.map(Dependency::of).toList();
    }
}
