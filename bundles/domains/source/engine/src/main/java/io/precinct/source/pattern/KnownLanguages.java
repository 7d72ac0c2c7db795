package io.precinct.source.pattern;

import io.precinct.common.spelling.Suggestions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The languages of {@code languages.txt}, with the packages of their parsers and the files they are written in.
 * Immutable.
 */
// @req:source-languages
public final class KnownLanguages {
    private static final Pattern BETWEEN_COLUMNS = Pattern.compile(" {2,}");
    private static final String NONE = "-";
    private static final Map<String, Row> ROWS = read();

    private KnownLanguages() {}

    /**
     * A language.
     *
     * @param packageName of npm, or null if it has the usual name
     * @param files names, in which {@code *} stands for anything
     */
    private record Row(@Nullable String packageName, List<String> files) {}

    /** The npm package that brings a language, if it does not have the usual name. */
    public static Optional<String> packageOf(String language) {
        Row row = ROWS.get(language);
        return row == null ? Optional.empty() : Optional.ofNullable(row.packageName());
    }

    /** Patterns of a language's file names; empty if it is unknown. */
    public static List<String> filesOf(String language) {
        Row row = ROWS.get(language);
        return row == null ? List.of() : row.files();
    }

    /**
     * The language meant by a name that is its file ending: {@code python} for {@code py}; none if the name is itself a
     * language.
     */
    public static Optional<String> meantBy(String name) {
        if (ROWS.containsKey(name)) {
            return Optional.empty();
        }
        String end = "*." + name.toLowerCase(Locale.ROOT);
        return ROWS.entrySet().stream()
                .filter(row -> row.getValue().files().contains(end))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The known language that a misspelt name probably means; none if the name is known. */
    public static Optional<String> similarTo(String name) {
        return ROWS.containsKey(name) ? Optional.empty() : Suggestions.nearest(name, ROWS.keySet());
    }

    private static Map<String, Row> read() {
        var rows = new TreeMap<String, Row>();
        try (InputStream in = KnownLanguages.class.getResourceAsStream("languages.txt")) {
            var lines = new BufferedReader(
                    new InputStreamReader(Objects.requireNonNull(in, "languages.txt"), StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] columns = BETWEEN_COLUMNS.split(line);
                    if (columns.length != 3) {
                        throw new IllegalStateException("a row of languages.txt has three columns, got " + line);
                    }
                    List<String> files = columns[2].equals(NONE) ? List.of() : List.of(columns[2].split(" ", -1));
                    if (rows.put(columns[0], new Row(columns[1].equals(NONE) ? null : columns[1], files)) != null) {
                        throw new IllegalStateException(columns[0] + " stands twice in languages.txt");
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }
}
