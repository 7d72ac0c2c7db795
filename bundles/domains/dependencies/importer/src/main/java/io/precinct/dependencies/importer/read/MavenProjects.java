package io.precinct.dependencies.importer.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Maven projects of a repository. A pom inherits groups, properties and scopes of managed dependencies only from
 * other poms in the repository. For a single use; not thread-safe.
 */
final class MavenProjects {
    private static final Set<String> SCOPES = Set.of("compile", "runtime", "provided");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^{}]*)}");
    private static final int DEEPEST = 20;

    private final Map<String, MavenPom> poms = new TreeMap<>();
    private final Set<String> broken = new HashSet<>();
    private final Map<String, MavenPom> byName = new HashMap<>();
    private final Findings findings;

    MavenProjects(Findings findings) {
        this.findings = findings;
    }

    /** Reads a pom. */
    void add(String path, String text) {
        try {
            poms.put(path, MavenPom.read(path, text));
        } catch (BadFile e) {
            broken(path);
            findings.unreadable(path, e.line(), String.valueOf(e.getMessage()));
        }
    }

    /** Records that a pom exists but cannot be read. */
    void broken(String path) {
        broken.add(path);
    }

    /** Adds the findings after all poms have been read. */
    // @req:dependency-import-maven
    void find() {
        for (MavenPom pom : poms.values()) {
            if (pom.artifact() != null) {
                byName.putIfAbsent(literal(pom) + ":" + pom.artifact(), pom);
            }
        }
        poms.values().forEach(this::find);
    }

    /** Returns the node name of the project in a folder, or null. */
    @Nullable
    String moduleIn(String folder) {
        MavenPom pom = poms.get(Paths.in(folder, "pom.xml"));
        return pom == null ? null : name(pom, new Lineage(pom));
    }

    /** A pom and its ancestors, nearest first. */
    private final class Lineage {
        private final List<MavenPom> poms = new ArrayList<>();
        private @Nullable String unreadable;

        Lineage(MavenPom first) {
            for (MavenPom pom = first; pom != null && !poms.contains(pom) && poms.size() < DEEPEST; pom = next(pom)) {
                poms.add(pom);
            }
        }

        private @Nullable MavenPom next(MavenPom pom) {
            MavenPom.Parent parent = pom.parent();
            if (parent == null) {
                return null;
            }
            String path = parentPath(pom, parent);
            if (path != null && broken.contains(path)) {
                unreadable = path;
                return null;
            }
            MavenPom there = path == null ? null : MavenProjects.this.poms.get(path);
            return there != null && String.valueOf(parent.artifact()).equals(there.artifact())
                    ? there
                    : byName.get(parent.group() + ":" + parent.artifact());
        }

        Set<String> files() {
            Set<String> files = new HashSet<>();
            poms.forEach(pom -> files.add(pom.path()));
            return files;
        }
    }

    private @Nullable String parentPath(MavenPom pom, MavenPom.Parent parent) {
        String relative = parent.relativePath() == null ? "../pom.xml" : parent.relativePath();
        String path = relative.isEmpty() ? null : Paths.resolve(Paths.folder(pom.path()), relative);
        return path == null || poms.containsKey(path) || broken.contains(path) ? path : Paths.in(path, "pom.xml");
    }

    private static @Nullable String literal(MavenPom pom) {
        return pom.group() == null && pom.parent() != null ? pom.parent().group() : pom.group();
    }

    private void find(MavenPom pom) {
        var lineage = new Lineage(pom);
        if (lineage.unreadable != null) {
            findings.unreadable(pom.path(), 0, "its parent " + lineage.unreadable + " cannot be read");
            return;
        }
        String name = name(pom, lineage);
        if (name == null) {
            findings.skipped(pom.path(), 1, "the coordinates of the project are not known from the repository");
            return;
        }
        findings.defines(name, pom.path());
        Set<String> own = Set.of(pom.path());
        MavenPom.Parent parent = pom.parent();
        if (parent != null) {
            String parentName = coordinates(parent.group(), parent.artifact(), pom.path(), parent.line(), lineage);
            if (parentName != null) {
                findings.dependsOn(name, parentName, own);
            }
        }
        Map<String, String> scopes = scopes(lineage);
        for (MavenPom.Dependency each : pom.dependencies()) {
            String to = coordinates(each.group(), each.artifact(), pom.path(), each.line(), lineage);
            if (to == null) {
                continue;
            }
            String managed = scopes.getOrDefault(to + ":" + each.variant(), "compile");
            String scope = each.scope() == null ? managed : value(each.scope(), lineage, 0);
            if (scope == null) {
                skipped(pom.path(), each.line(), each.scope());
            } else if (SCOPES.contains(scope)) {
                findings.dependsOn(name, to, each.scope() == null ? lineage.files() : own);
            }
        }
    }

    /** Returns the scopes from dependency management, by name and variant; the nearest pom wins. */
    private Map<String, String> scopes(Lineage lineage) {
        Map<String, String> scopes = new LinkedHashMap<>();
        for (MavenPom pom : lineage.poms) {
            for (MavenPom.Dependency each : pom.managed()) {
                String group = value(each.group(), lineage, 0);
                String artifact = value(each.artifact(), lineage, 0);
                String scope = each.scope() == null ? "compile" : value(each.scope(), lineage, 0);
                if (group != null && artifact != null && scope != null && !scope.equals("import")) {
                    scopes.putIfAbsent(Names.maven(group, artifact) + ":" + each.variant(), scope);
                }
            }
        }
        return scopes;
    }

    private @Nullable String coordinates(
            @Nullable String group, @Nullable String artifact, String path, int line, Lineage lineage) {
        String g = value(group, lineage, 0);
        String a = value(artifact, lineage, 0);
        if (g == null || a == null) {
            skipped(path, line, g == null ? group : artifact);
            return null;
        }
        return Names.maven(g, a);
    }

    private void skipped(String path, int line, @Nullable String text) {
        findings.skipped(
                path,
                line,
                text == null
                        ? "groupId and artifactId are required"
                        : "what " + text + " stands for is not known from the repository");
    }

    private @Nullable String name(MavenPom pom, Lineage lineage) {
        String group = group(pom, lineage, 0);
        String artifact = value(pom.artifact(), lineage, 0);
        return group == null || artifact == null ? null : Names.maven(group, artifact);
    }

    private @Nullable String group(MavenPom pom, Lineage lineage, int depth) {
        return value(literal(pom), lineage, depth);
    }

    /** Replaces the placeholders in a text; returns null if one has no value. */
    private @Nullable String value(@Nullable String text, Lineage lineage, int depth) {
        if (text == null || depth > DEEPEST) {
            return null;
        }
        if (text.indexOf('$') < 0) {
            return text;
        }
        var value = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(text);
        while (placeholder.find()) {
            String found = property(placeholder.group(1).strip(), lineage, depth + 1);
            if (found == null || value.length() + found.length() > 1000) {
                return null;
            }
            placeholder.appendReplacement(value, Matcher.quoteReplacement(found));
        }
        return placeholder.appendTail(value).toString();
    }

    private @Nullable String property(String name, Lineage lineage, int depth) {
        MavenPom pom = lineage.poms.getFirst();
        MavenPom.Parent parent = pom.parent();
        return switch (name) {
            case "project.groupId", "pom.groupId", "groupId" -> group(pom, lineage, depth);
            case "project.artifactId", "pom.artifactId", "artifactId" -> value(pom.artifact(), lineage, depth);
            case "project.parent.groupId", "parent.groupId" -> parent == null ? null : parent.group();
            case "project.parent.artifactId", "parent.artifactId" -> parent == null ? null : parent.artifact();
            default -> {
                for (MavenPom each : lineage.poms) {
                    String found = each.properties().get(name);
                    if (found != null) {
                        yield value(found, lineage, depth);
                    }
                }
                yield null;
            }
        };
    }
}
