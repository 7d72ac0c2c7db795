package io.precinct.configuration.queries.document;

import io.precinct.source.api.FileText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A format of configuration files, recognised by their names. */
public enum Format {
    JSON("json", Set.of("json", "tfstate"), text -> JsonDocument.read(text, false)),
    /** With comments and trailing commas. */
    JSON_WITH_COMMENTS("json", Set.of("jsonc", "code-workspace"), text -> JsonDocument.read(text, true)),
    YAML("yaml", Set.of("yaml", "yml"), text -> new YamlDocuments(text).read()),
    TOML("toml", Set.of("toml"), TomlDocument::read),
    PROPERTIES("properties", Set.of("properties"), text -> new PropertiesDocument(text).read()),
    XML("xml", Set.of("xml", "xsd", "pom", "csproj"), text -> new XmlDocument(text).read()),
    HCL("hcl", Set.of("hcl", "tf", "tfvars"), text -> new HclDocument(text).read()),
    /** One text, whatever stands in it. No name says so. */
    TEXT("text", Set.of(), text -> List.of(text.scalar(0, text.text())));

    /** Files whose programs read comments in them, whatever their ending says. */
    private static final Pattern COMMENTED = Pattern.compile(
            "(?:.*/)?(?:(?:ts|js)config(?:\\.[^/]*)?\\.json|\\.?devcontainer\\.json|\\.(?:eslintrc|babelrc|jshintrc|swcrc)\\.json"
                    + "|api-extractor\\.json|deno\\.json|\\.vscode/[^/]*\\.json)",
            Pattern.CASE_INSENSITIVE);

    private static final Map<String, Format> BY_ENDING = Stream.of(values())
            .flatMap(format -> format.endings.stream().map(ending -> Map.entry(ending, format)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private final String wireName;
    private final Set<String> endings;
    private final Reader reader;

    /** Reads the documents of a file. */
    @FunctionalInterface
    private interface Reader {
        List<Located> read(DocumentText text) throws BadDocument;
    }

    Format(String wireName, Set<String> endings, Reader reader) {
        this.wireName = wireName;
        this.endings = endings;
        this.reader = reader;
    }

    /** The format of a file, or null if its name has no known ending. */
    public static @Nullable Format of(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        if (ending.length() == name.length()) {
            return null;
        }
        Format format = BY_ENDING.get(ending);
        return format == JSON && COMMENTED.matcher(path).matches() ? JSON_WITH_COMMENTS : format;
    }

    /**
     * The format of a parameter's value, whose name says nothing: an object or an array of JSON, or a text. JSON that is not
     * read, such as one with duplicate keys, is JSON and no text.
     */
    public static Format ofValue(FileText value) {
        String text = value.text().strip();
        boolean object = text.startsWith("{") && text.endsWith("}");
        boolean array = text.startsWith("[") && text.endsWith("]");
        // A template also has brackets: {name}
        return (object || array) && JsonDocument.isJson(value.text()) ? JSON : TEXT;
    }

    /** All known name endings, sorted. */
    public static List<String> knownEndings() {
        return BY_ENDING.keySet().stream().sorted().toList();
    }

    /** The names of all formats. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Format::wireName).distinct().toList();
    }

    /** As clients see it: {@code yaml}. */
    public String wireName() {
        return wireName;
    }

    /**
     * The documents of a file: several for a YAML stream, else one.
     *
     * @throws BadDocument if it is not in this format, or holds more than is read
     */
    public List<Located> read(FileText file) throws BadDocument {
        List<Located> documents = List.copyOf(reader.read(new DocumentText(file)));
        documents.forEach(Located::locate);
        return documents;
    }
}
