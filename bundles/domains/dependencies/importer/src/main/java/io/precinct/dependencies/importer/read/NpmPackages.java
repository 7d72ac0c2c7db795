package io.precinct.dependencies.importer.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The npm packages of a repository. A package without a name is an application, named by repository and folder. For a
 * single use; not thread-safe.
 */
final class NpmPackages {
    private static final List<String> MEMBERS = List.of("dependencies", "peerDependencies", "optionalDependencies");
    private static final String ALIAS = "npm:";
    private static final List<String> FOLDERS = List.of("file:", "link:", "portal:");
    private static final String WORKSPACE = "workspace:";
    private static final String FILE = "package.json";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String repository;
    private final Findings findings;
    private final Map<String, String> names = new HashMap<>();
    private final List<Dependency> dependencies = new ArrayList<>();

    /** A dependency as a package declares it. */
    private record Dependency(String path, String from, String name, String version) {}

    NpmPackages(String repository, Findings findings) {
        this.repository = repository;
        this.findings = findings;
    }

    /** Reads a package. */
    void add(String path, String text) {
        try {
            JsonNode root = JSON.readTree(text);
            if (root == null || !root.isObject()) {
                throw new BadFile(1, "a package is a JSON object");
            }
            find(path, root);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            findings.unreadable(path, line, e.getOriginalMessage());
        } catch (BadFile e) {
            findings.unreadable(path, e.line(), String.valueOf(e.getMessage()));
        }
    }

    private void find(String path, JsonNode root) throws BadFile {
        String folder = Paths.folder(path);
        String own = root.path("name").asText("").strip();
        String name = own.isEmpty() ? Names.application(Paths.in(repository, folder)) : Names.npm(own);
        String from = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        List<Dependency> declaredHere = new ArrayList<>();
        for (String member : MEMBERS) {
            JsonNode declared = root.path(member);
            if (!declared.isMissingNode() && !declared.isNull() && !declared.isObject()) {
                throw new BadFile(1, member + " is an object");
            }
            declared.properties().forEach(each -> {
                String version = each.getValue().asText("").strip();
                if (target(each.getKey(), version).isEmpty()) {
                    findings.skipped(path, 0, member + " has a name that is empty");
                } else {
                    declaredHere.add(new Dependency(path, from, each.getKey(), version));
                }
            });
        }
        if (!own.isEmpty()) {
            findings.defines(from, path);
        }
        names.put(folder, from);
        dependencies.addAll(declaredHere);
    }

    /** Adds the findings after all packages have been read. */
    // @req:dependency-import-npm
    void find() {
        for (Dependency each : dependencies) {
            String there = there(each);
            String module = there == null ? null : names.get(there);
            if (there == null || module == null) {
                findings.dependsOn(each.from, Names.npm(target(each.name, each.version)), List.of(each.path));
            } else {
                findings.dependsOn(each.from, module, List.of(each.path, Paths.in(there, FILE)));
            }
        }
    }

    /** Returns the folder to which a dependency refers, or null. */
    private static @Nullable String there(Dependency each) {
        return FOLDERS.stream()
                .filter(each.version::startsWith)
                .map(prefix -> Paths.resolve(Paths.folder(each.path), each.version.substring(prefix.length())))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the package to which a dependency refers: with {@code npm:other@^1} or {@code workspace:other@*}, the name
     * is an alias of another package.
     */
    private static String target(String name, String version) {
        String prefix = version.startsWith(ALIAS) ? ALIAS : version.startsWith(WORKSPACE) ? WORKSPACE : null;
        if (prefix == null) {
            return name.strip();
        }
        String other = version.substring(prefix.length());
        int at = other.indexOf('@', 1);
        // A workspace may only say which versions: workspace:^1.
        return at < 0 && prefix.equals(WORKSPACE) ? name.strip() : (at < 0 ? other : other.substring(0, at)).strip();
    }

    /** Returns the node name of the package in a folder, or null. */
    @Nullable
    String moduleIn(String folder) {
        return names.get(folder);
    }
}
