package io.precinct.dependencies.importer.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The npm packages of a repository. A package without a name is an application, named by repository and folder. For a
 * single use; not thread-safe.
 */
final class NpmPackages {
    private static final List<String> MEMBERS = List.of("dependencies", "peerDependencies", "optionalDependencies");
    private static final String ALIAS = "npm:";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String repository;
    private final Findings findings;
    private final Map<String, String> names = new HashMap<>();

    NpmPackages(String repository, Findings findings) {
        this.repository = repository;
        this.findings = findings;
    }

    /** Reads a package and adds its findings. */
    // @req:dependency-import-npm
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
        name = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        Set<String> targets = new TreeSet<>();
        for (String member : MEMBERS) {
            JsonNode declared = root.path(member);
            if (!declared.isMissingNode() && !declared.isNull() && !declared.isObject()) {
                throw new BadFile(1, member + " is an object");
            }
            declared.properties().forEach(each -> {
                String target = target(each.getKey(), each.getValue().asText(""));
                if (target.isEmpty()) {
                    findings.skipped(path, 0, member + " has a name that is empty");
                } else {
                    targets.add(target);
                }
            });
        }
        names.put(folder, name);
        for (String target : targets) {
            findings.dependsOn(name, Names.npm(target), List.of(path));
        }
    }

    /**
     * Returns the package to which a dependency refers: with {@code npm:other@^1}, the name is an alias of another
     * package.
     */
    private static String target(String name, String version) {
        if (!version.startsWith(ALIAS)) {
            return name.strip();
        }
        String other = version.substring(ALIAS.length());
        int at = other.indexOf('@', 1);
        return (at < 0 ? other : other.substring(0, at)).strip();
    }

    /** Returns the node name of the package in a folder, or null. */
    @Nullable
    String moduleIn(String folder) {
        return names.get(folder);
    }
}
