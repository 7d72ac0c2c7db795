package io.precinct.source.facts.extraction;

import io.precinct.source.linguist.KnownLanguage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How comments look in a language that no grammar parses, from the table {@code comment-signs.txt}. Immutable.
 *
 * @param language its name
 * @param line openers of comments to the end of the line
 * @param blocks openers and closers of block comments
 */
public record CommentSigns(String language, List<String> line, List<Block> blocks) {
    private static final String NONE = "-";
    private static final Pattern BETWEEN_COLUMNS = Pattern.compile("\\s{2,}");

    private static final Table TABLE = Table.read();

    /** Signs within {@code script} and {@code style} of HTML. */
    static final CommentSigns WITHIN_HTML =
            Objects.requireNonNull(TABLE.languages.get("html"), "comment signs of html");

    /** An opener and a closer of a comment. */
    public record Block(String open, String close) {}

    /** A text that differs whenever the same file may hold other comments by these signs. */
    public String identity() {
        return "by lines: " + LineComments.VERSION + " " + this;
    }

    /** Whether files hold comments at all. */
    public boolean isEmpty() {
        return line.isEmpty() && blocks.isEmpty();
    }

    /** The signs of a file by its name; null if the table does not know it. */
    public static @Nullable CommentSigns ofFile(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        CommentSigns found = TABLE.byName(name);
        return found == null ? TABLE.byName(name.toLowerCase(Locale.ROOT)) : found;
    }

    /** The signs of a language by its name; null if the table does not know it. */
    static @Nullable CommentSigns ofLanguage(String name) {
        return TABLE.languages.get(name);
    }

    /** The signs of a language of Linguist's table; null if this table does not know it. */
    public static @Nullable CommentSigns of(KnownLanguage language) {
        return language.in(TABLE.byKey);
    }

    /** The rows of the table by language and file name. */
    private static final class Table {
        private final Map<String, CommentSigns> languages = new HashMap<>();
        /** By the keys of Linguist's table. */
        private final Map<String, CommentSigns> byKey = new HashMap<>();

        private final Map<String, CommentSigns> exact = new HashMap<>();
        private final Map<String, CommentSigns> byEnd = new HashMap<>();
        private final Map<String, CommentSigns> byStart = new HashMap<>();

        static Table read() {
            var table = new Table();
            try (InputStream in = CommentSigns.class.getResourceAsStream("comment-signs.txt")) {
                var lines = new BufferedReader(
                        new InputStreamReader(Objects.requireNonNull(in, "comment-signs.txt"), StandardCharsets.UTF_8));
                for (String row = lines.readLine(); row != null; row = lines.readLine()) {
                    if (!row.isBlank() && !row.startsWith("#")) {
                        table.add(BETWEEN_COLUMNS.split(row));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return table;
        }

        private void add(String[] columns) {
            if (columns.length != 4) {
                throw new IllegalStateException(
                        "a row of comment-signs.txt has four columns, got " + Arrays.toString(columns));
            }
            var signs = new CommentSigns(columns[0], words(columns[2]), blocks(words(columns[3])));
            if (!signs.isEmpty()) {
                unique(languages, columns[0], signs);
                unique(byKey, KnownLanguage.key(columns[0]), signs);
            }
            words(columns[1]).forEach(pattern -> addFile(pattern, signs));
        }

        private void addFile(String pattern, CommentSigns signs) {
            int star = pattern.indexOf('*');
            if (star < 0) {
                unique(exact, pattern, signs);
            } else if (star == 0) {
                unique(byEnd, pattern.substring(1), signs);
            } else if (star == pattern.length() - 1) {
                unique(byStart, pattern.substring(0, star), signs);
            } else {
                throw new IllegalStateException("a name of comment-signs.txt has its * at one end, got " + pattern);
            }
        }

        private static void unique(Map<String, CommentSigns> map, String key, CommentSigns signs) {
            CommentSigns before = map.putIfAbsent(key, signs);
            if (before != null) {
                throw new IllegalStateException(
                        key + " stands twice in comment-signs.txt: " + before.language() + ", " + signs.language());
            }
        }

        private static List<String> words(String column) {
            return column.equals(NONE) ? List.of() : List.of(column.split(" ", -1));
        }

        private static List<Block> blocks(List<String> words) {
            var blocks = new ArrayList<Block>(words.size());
            for (String word : words) {
                int between = word.indexOf('…');
                blocks.add(new Block(word.substring(0, between), word.substring(between + 1)));
            }
            return List.copyOf(blocks);
        }

        /**
         * Finds signs by file name: a whole name before its ending, a long ending before a short one, an ending before
         * a beginning.
         */
        private @Nullable CommentSigns byName(String name) {
            CommentSigns found = exact.get(name);
            for (int i = 0; found == null && i < name.length(); i++) {
                if (".-_".indexOf(name.charAt(i)) >= 0) {
                    found = byEnd.get(name.substring(i));
                }
            }
            for (int i = name.length() - 1; found == null && i > 0; i--) {
                if (".-_".indexOf(name.charAt(i)) >= 0) {
                    found = byStart.get(name.substring(0, i + 1));
                }
            }
            return found;
        }
    }
}
