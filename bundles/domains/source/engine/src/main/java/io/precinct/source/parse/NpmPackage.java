package io.precinct.source.parse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.pattern.KnownLanguages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The grammar in an npm package. */
final class NpmPackage {
    private final String name;
    private final Map<String, byte[]> files;

    private NpmPackage(String name, Map<String, byte[]> files) {
        this.name = name;
        this.files = files;
    }

    static NpmPackage read(String name, byte[] tarball) throws IOException {
        return new NpmPackage(
                name,
                Tarball.read(
                        tarball,
                        path -> path.equals("tree-sitter.json")
                                || path.equals("package.json")
                                || path.startsWith("prebuilds/")
                                || path.endsWith(".scm")));
    }

    /** The native parser for a platform. */
    byte[] library(String platform) throws LanguageUnusable {
        String folder = "prebuilds/" + platform + "/";
        var others = new TreeSet<String>();
        for (var file : files.entrySet()) {
            String path = file.getKey();
            if (path.startsWith(folder) && path.endsWith(".node") && !path.contains("musl")) {
                return file.getValue();
            }
            if (path.startsWith("prebuilds/") && path.indexOf('/', "prebuilds/".length()) > 0) {
                others.add(path.split("/", -1)[1]);
            }
        }
        throw new LanguageUnusable(
                name + " has no prebuilt parser for " + platform + "; it has "
                        + (others.isEmpty() ? "none at all" : others),
                null);
    }

    /**
     * The language as the package describes it: its queries for tags find declarations, and its files are those of its
     * types, or the known ones of the language if it names none.
     *
     * @param comments types of comment nodes
     */
    Language language(String language, List<String> comments, boolean symbols, boolean highlights) throws IOException {
        JsonNode grammar = grammar(language);
        var globs = new ArrayList<String>();
        for (String type : texts(grammar.path("file-types"))) {
            // A type is a name's ending behind its dot, or a whole name.
            globs.add("*." + type);
            if (!type.equals(type.toLowerCase(Locale.ROOT)) || type.contains(".")) {
                globs.add(type);
            }
        }
        if (globs.isEmpty()) {
            globs.addAll(KnownLanguages.filesOf(language));
        }
        String found = symbols ? queries(grammar, "tags") : null;
        Language.Builder described = Language.named(language)
                .files(globs.toArray(String[]::new))
                .library(new Library("tree_sitter_" + symbol(grammar, language), Map.of()))
                .symbols(found == null ? "" : found)
                .comments(comments.toArray(String[]::new));
        String colours = highlights ? queries(grammar, "highlights") : null;
        return colours == null
                ? described.build()
                : described.highlights(colours).build();
    }

    /** Whether parts of its texts are parsed as other languages. */
    boolean injects(String language) throws IOException {
        return queries(grammar(language), "injections") != null;
    }

    private static String symbol(JsonNode grammar, String language) {
        return Objects.requireNonNullElse(grammar.path("name").textValue(), language)
                .replace('-', '_');
    }

    /**
     * The entry of a language: the one with its name, by its scope or folder if it has none, or the only one; missing
     * if there is none.
     */
    private JsonNode grammar(String language) throws IOException {
        List<JsonNode> all = entries();
        return all.stream()
                .filter(entry -> language.equals(entry.path("name").textValue()))
                .findFirst()
                .or(() -> all.stream().filter(entry -> isOf(language, entry)).findFirst())
                .orElse(all.size() == 1 ? all.getFirst() : MissingNode.getInstance());
    }

    private static boolean isOf(String language, JsonNode entry) {
        String scope = entry.path("scope").asText("");
        return !entry.path("name").isTextual()
                && (scope.endsWith("." + language)
                        || folder(entry).endsWith("tree-sitter-" + language.replace('_', '-') + "/"));
    }

    /** The folder of a grammar in the package: empty, or with a slash at the end. */
    private static String folder(JsonNode entry) {
        String path = entry.path("path").asText("");
        String bare = path.startsWith("./") ? path.substring(2) : path;
        return bare.isEmpty() || bare.equals(".") ? "" : bare + (bare.endsWith("/") ? "" : "/");
    }

    private List<JsonNode> entries() throws IOException {
        byte[] described = files.get("tree-sitter.json");
        if (described != null) {
            return items(NpmRegistry.NPM.readTree(described).path("grammars"));
        }
        // Packages before 2024 describe their grammars here.
        byte[] manifest = files.get("package.json");
        return manifest == null
                ? List.of()
                : items(NpmRegistry.NPM.readTree(manifest).path("tree-sitter"));
    }

    /** One item for anything but an array, none if absent. */
    private static List<JsonNode> items(JsonNode value) {
        return value.isArray()
                ? value.valueStream().toList()
                : value.isMissingNode() || value.isNull() ? List.of() : List.of(value);
    }

    private static List<String> texts(JsonNode value) {
        return items(value).stream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .toList();
    }

    private @Nullable String queries(JsonNode grammar, String kind) {
        List<String> paths = texts(grammar.path(kind));
        var all = new StringBuilder();
        String usual = "queries/" + kind + ".scm";
        String own = folder(grammar) + usual;
        for (String path : !paths.isEmpty() ? paths : List.of(files.containsKey(own) ? own : usual)) {
            byte[] text = files.get(path.startsWith("./") ? path.substring(2) : path);
            if (text != null) {
                all.append(new String(text, StandardCharsets.UTF_8)).append('\n');
            }
        }
        return all.isEmpty() ? null : all.toString();
    }
}
