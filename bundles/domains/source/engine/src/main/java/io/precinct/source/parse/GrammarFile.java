package io.precinct.source.parse;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a grammar that is data: a JSON object beside its queries.
 *
 * <pre>{@code
 * {
 *   "name": "lua",
 *   "files": ["*.lua"],
 *   "kinds": {"class": ["struct"]},
 *   "comments": ["comment"],
 *   "docstrings": ["docstrings.scm"]
 * }
 * }</pre>
 *
 * <p>{@code name}, {@code files} and {@code comments} are needed. {@code symbols}, {@code highlights} and
 * {@code docstrings} name files of queries, which are joined; without them, {@code symbols.scm} and
 * {@code highlights.scm} are read, and there are no docstrings. All keys have the meaning that they have in
 * {@link Language}. The native parsers are {@code natives/<platform>/tree-sitter-<name>.so} (or {@code .dylib}), in which
 * {@code -} stands for {@code _}.
 */
public final class GrammarFile {
    /** The native parsers that a bundle may bring: their endings by platform. */
    private static final Map<String, String> PLATFORMS = new TreeMap<>(
            Map.of("linux-x64", ".so", "linux-arm64", ".so", "darwin-x64", ".dylib", "darwin-arm64", ".dylib"));

    private static final List<String> KEYS = List.of(
            "name",
            "files",
            "kinds",
            "comments",
            "between",
            "bodies",
            "loose",
            "wrappers",
            "texts",
            "imports",
            "symbols",
            "highlights",
            "docstrings");

    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();

    private final Function<String, @Nullable URL> entries;
    private final String path;
    private final List<String> faults = new ArrayList<>();
    private JsonNode settings = JSON.createObjectNode();

    private GrammarFile(Function<String, @Nullable URL> entries, String path) {
        this.entries = entries;
        this.path = path;
    }

    /**
     * Reads a grammar.
     *
     * @param entries finds the files of its bundle by path
     * @param path of the settings in the bundle
     * @return the grammar; if anything is wrong with the files, its {@link Grammar#language} throws
     *     {@link BrokenGrammar}, and its name is still that in the settings if they have a valid one, else {@code otherwise}
     */
    static Grammar read(Function<String, @Nullable URL> entries, String path, String otherwise) {
        var file = new GrammarFile(entries, path);
        try {
            return new Data(file.language());
        } catch (BrokenGrammar e) {
            String name = file.settings.path("name").asText("");
            return new Broken(isName(name) ? name : otherwise, e);
        }
    }

    /**
     * Reads a grammar.
     *
     * @param entries finds the files of its bundle by path
     * @param path of the settings in the bundle
     * @throws BrokenGrammar with everything that is wrong with its files
     */
    public static Grammar read(Function<String, @Nullable URL> entries, String path) {
        return new Data(new GrammarFile(entries, path).language());
    }

    private record Data(Language language) implements Grammar {}

    private record Broken(String name, BrokenGrammar why) implements Grammar {
        @Override
        public Language language() {
            throw why;
        }
    }

    private static boolean isName(String text) {
        return text.matches("[a-z][a-z0-9_]{0,49}");
    }

    private Language language() {
        parse();
        settings.fieldNames().forEachRemaining(key -> {
            if (!KEYS.contains(key)) {
                fault("there is no key " + key + "; the keys are " + String.join(", ", KEYS));
            }
        });
        String name = name();
        List<String> files = texts("files", true);
        Map<String, List<String>> kinds = kinds();
        var comments = new Language.Comments(
                texts("comments", true),
                texts("between", false),
                texts("bodies", false),
                texts("loose", false),
                texts("wrappers", false),
                texts("texts", false),
                texts("imports", false),
                settings.has("docstrings") ? queries("docstrings") : null);
        String symbols = queries("symbols");
        String highlights = queries("highlights");
        Library library = library(name);
        if (!faults.isEmpty()) {
            throw new BrokenGrammar(faults);
        }
        return new Language(name, files, library, symbols, kinds, comments, highlights);
    }

    /** What cannot be read is no object with further faults. */
    private void parse() {
        URL url = entries.apply(path);
        if (url == null) {
            throw new BrokenGrammar(List.of(path + " is missing in the bundle"));
        }
        try (InputStream in = url.openStream()) {
            JsonNode read = JSON.readTree(in);
            if (!read.isObject()) {
                throw new BrokenGrammar(List.of(path + ": a JSON object is expected, with the keys " + KEYS));
            }
            settings = read;
        } catch (JsonProcessingException e) {
            throw new BrokenGrammar(List.of(path + ":" + e.getLocation().getLineNr() + ":"
                    + e.getLocation().getColumnNr() + ": " + e.getOriginalMessage()));
        } catch (IOException e) {
            throw new BrokenGrammar(List.of(path + " cannot be read: " + e.getMessage()));
        }
    }

    private void fault(String what) {
        faults.add(path + ": " + what);
    }

    private String name() {
        JsonNode name = settings.path("name");
        if (!name.isTextual() || !isName(name.textValue())) {
            fault("name takes the language in lower case, by letters, digits and '_', got " + shown(name));
            return "none";
        }
        return name.textValue();
    }

    private static String shown(JsonNode value) {
        return value.isMissingNode() ? "nothing" : value.toString();
    }

    private List<String> texts(String key, boolean needed) {
        JsonNode list = settings.path(key);
        if (list.isMissingNode() && !needed) {
            return List.of();
        }
        return texts(key, list);
    }

    private List<String> texts(String name, JsonNode list) {
        boolean good = list.isArray()
                && list.valueStream()
                        .allMatch(each -> each.isTextual() && !each.textValue().isBlank());
        if (!good) {
            fault(name + " takes a list of texts, got " + shown(list));
            return List.of();
        }
        return list.valueStream().map(JsonNode::textValue).toList();
    }

    private Map<String, List<String>> kinds() {
        JsonNode kinds = settings.path("kinds");
        Map<String, List<String>> found = new LinkedHashMap<>();
        if (kinds.isObject()) {
            kinds.properties()
                    .forEach(kind -> found.put(kind.getKey(), texts("kinds." + kind.getKey(), kind.getValue())));
        } else if (!kinds.isMissingNode()) {
            fault("kinds takes an object with a list of kinds for each kind, got " + kinds);
        }
        return found;
    }

    /** The text of the files that a key names, or of the usual one. */
    private String queries(String key) {
        List<String> names = settings.has(key) ? texts(key, true) : List.of(key + ".scm");
        var text = new StringBuilder();
        for (String name : names) {
            String file = path.substring(0, path.lastIndexOf('/') + 1) + name;
            URL url = entries.apply(file);
            if (url == null) {
                fault(key + " needs the query " + file + ", which the bundle does not hold");
                continue;
            }
            try (InputStream in = url.openStream()) {
                text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                fault(key + ": " + file + " cannot be read: " + e.getMessage());
            }
        }
        return text.toString();
    }

    private Library library(String name) {
        String file = "tree-sitter-" + name.replace('_', '-');
        Map<String, URL> found = new TreeMap<>();
        PLATFORMS.forEach((platform, end) -> {
            URL url = entries.apply("natives/" + platform + "/" + file + end);
            if (url != null) {
                found.put(platform, url);
            }
        });
        if (found.isEmpty() && !name.equals("none")) {
            fault("the bundle holds no native parser natives/<platform>/" + file + ".so or .dylib; the platforms are "
                    + String.join(", ", PLATFORMS.keySet()));
        }
        return new Library(file.replace('-', '_'), found);
    }
}
