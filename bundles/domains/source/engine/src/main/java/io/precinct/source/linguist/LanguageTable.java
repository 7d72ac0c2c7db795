package io.precinct.source.linguist;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Linguist's languages by their names, files and interpreters, from {@code languages.txt}. Immutable. */
public final class LanguageTable {
    /** Identifies what the table and the rules for contents say; it changes with them. */
    public static final String VERSION = "9.6.0";

    private static final int COLUMNS = 6;

    private static final LanguageTable TABLE = read();

    private final Map<String, KnownLanguage> byKey = new HashMap<>();
    private final Map<String, List<KnownLanguage>> byEnding = new HashMap<>();
    private final Map<String, List<KnownLanguage>> byFileName = new HashMap<>();
    private final Map<String, List<KnownLanguage>> byInterpreter = new HashMap<>();

    private LanguageTable() {}

    /** The language of a name or alias in any spelling: {@code C#, csharp, c_sharp}; null if there is none. */
    public static @Nullable KnownLanguage named(String name) {
        return TABLE.byKey.get(KnownLanguage.key(name));
    }

    /** The languages of scripts that a program runs: {@code python3}; empty if the table does not know it. */
    public static List<KnownLanguage> ofInterpreter(String program) {
        List<KnownLanguage> found = TABLE.byInterpreter.get(program);
        return found != null ? found : TABLE.byInterpreter.getOrDefault(withoutVersion(program), List.of());
    }

    /** {@code python3.12} is {@code python}. */
    private static String withoutVersion(String program) {
        int end = program.length();
        while (end > 0 && "0123456789.".indexOf(program.charAt(end - 1)) >= 0) {
            end--;
        }
        return program.substring(0, end > 0 && program.charAt(end - 1) == '-' ? end - 1 : end);
    }

    /**
     * The languages of a file by its name: those of the whole name, else those of its longest ending that the table
     * knows.
     */
    public static List<KnownLanguage> ofFile(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        List<KnownLanguage> whole = TABLE.byFileName.get(name);
        String ending = whole != null ? null : endingIn(TABLE.byEnding, name);
        return whole != null ? whole : ending == null ? List.of() : TABLE.byEnding.getOrDefault(ending, List.of());
    }

    /** The longest ending of a name, with its dot and in lower case, that is a key; null if there is none. */
    static @Nullable String endingIn(Map<String, ?> endings, String name) {
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
            String ending = name.substring(dot).toLowerCase(Locale.ROOT);
            if (endings.containsKey(ending)) {
                return ending;
            }
        }
        return null;
    }

    private static LanguageTable read() {
        var table = new LanguageTable();
        var rows = lines("languages.txt").stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .toList();
        var aliases = new HashMap<String, KnownLanguage>();
        for (String[] row : rows) {
            if (row.length > COLUMNS) {
                throw new IllegalStateException("a row of languages.txt has too many columns: " + row[0]);
            }
            var keys = new ArrayList<String>();
            keys.add(KnownLanguage.key(row[0]));
            words(row, 1).forEach(alias -> keys.add(KnownLanguage.key(alias)));
            words(row, 5).forEach(parser -> keys.add(KnownLanguage.key(parser)));
            var language = new KnownLanguage(row[0], keys.stream().distinct().toList());
            table.byKey.put(keys.getFirst(), language);
            words(row, 1).forEach(alias -> aliases.putIfAbsent(KnownLanguage.key(alias), language));
            words(row, 2).forEach(ending -> add(table.byEnding, ending.toLowerCase(Locale.ROOT), language));
            words(row, 3).forEach(name -> add(table.byFileName, name, language));
            words(row, 4).forEach(program -> add(table.byInterpreter, program, language));
        }
        aliases.forEach(table.byKey::putIfAbsent);
        return table;
    }

    private static void add(Map<String, List<KnownLanguage>> map, String key, KnownLanguage language) {
        List<KnownLanguage> all = map.computeIfAbsent(key, _ -> new ArrayList<>());
        if (!all.contains(language)) {
            all.add(language);
        }
    }

    private static List<String> words(String[] row, int column) {
        return column >= row.length || row[column].isEmpty() ? List.of() : List.of(row[column].split(" ", -1));
    }

    /** The lines of a resource beside this class. */
    static List<String> lines(String resource) {
        try (InputStream in = LanguageTable.class.getResourceAsStream(resource)) {
            var reader = new BufferedReader(
                    new InputStreamReader(Objects.requireNonNull(in, resource), StandardCharsets.UTF_8));
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
