package io.precinct.source.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param items in order
 * @param next key of the next part, or null at the end
 * @param truncated why the list as a whole was cut ({@code match_limit, parsing, time}), or null
 * @param skipped files that should have been looked at and were not, each with the reason
 * @param incomplete files in which something may be hidden
 * @param parsing how far the files are parsed, if this part may lack the content of unparsed ones; else null
 * @since 1.0; incomplete and parsing since 1.3
 */
public record ResultPage<T>(
        List<T> items,
        @Nullable String next,
        @Nullable String truncated,
        List<Skipped> skipped,
        List<Incomplete> incomplete,
        @Nullable ParseProgress parsing) {
    /**
     * The value of {@code truncated} if the time was over; {@code next} then continues the list.
     *
     * @since 1.4
     */
    public static final String TIME = "time";

    /**
     * The value of {@code truncated} if a query had too many matches under way, and the reason of {@link Incomplete}
     * for a file that a search left because of its many matches.
     *
     * @since 1.7
     */
    public static final String MATCH_LIMIT = "match_limit";

    /**
     * The reason for lines that a search left out because its pattern takes too many steps for so much text.
     *
     * @since 1.8
     */
    public static final String PATTERN_LIMIT = "pattern_limit";

    /**
     * The reason of {@link Skipped} for the path of a request at which the commit has nothing, or for its pattern that
     * no file matches.
     *
     * @since 1.8
     */
    public static final String UNKNOWN_PATH = "unknown_path";

    public ResultPage(
            List<T> items,
            @Nullable String next,
            @Nullable String truncated,
            List<Skipped> skipped,
            List<Incomplete> incomplete,
            @Nullable ParseProgress parsing) {
        this.items = List.copyOf(items);
        this.next = next;
        this.truncated = truncated;
        this.skipped = List.copyOf(skipped);
        this.incomplete = List.copyOf(incomplete);
        this.parsing = parsing;
    }

    /** A complete part: every relevant file was looked at, and nothing is hidden. */
    public ResultPage(List<T> items, @Nullable String next, @Nullable String truncated, List<Skipped> skipped) {
        this(items, next, truncated, skipped, List.of(), null);
    }

    /**
     * Lines of a file in which something may be hidden.
     *
     * @param path null for several files that are only counted
     * @param reason {@code syntax_error}; {@link #MATCH_LIMIT}, {@link #PATTERN_LIMIT}
     * @param from first line, from 1; 0 without a path
     * @param to last line, inclusive; 0 without a path
     * @param detail for people, or null
     * @since 1.3
     */
    public record Incomplete(
            @Nullable String path,
            String reason,
            int from,
            int to,
            @Nullable String detail) {
        /** Lines of a file. */
        public Incomplete(String path, String reason, int from, int to) {
            this(path, reason, from, to, null);
        }

        /** Files that are too many to name. */
        public static Incomplete more(String reason, int files) {
            return new Incomplete(null, reason, 0, 0, files + " more " + (files == 1 ? "file" : "files"));
        }
    }

    /**
     * A file that was not looked at.
     *
     * @param path null for several files that are only counted
     * @param reason {@code binary, too_large, lfs_pointer, symlink, submodule, no_grammar, timeout, crashed};
     *     {@link #UNKNOWN_PATH}
     * @param detail for people, or null
     * @since 1.0; detail since 1.3
     */
    public record Skipped(
            @Nullable String path, String reason, @Nullable String detail) {
        /** A file whose reason needs no detail. */
        public Skipped(String path, String reason) {
            this(path, reason, null);
        }

        /**
         * Files that are too many to name.
         *
         * @since 1.3
         */
        public static Skipped more(String reason, int files) {
            return new Skipped(null, reason, files + " more " + (files == 1 ? "file" : "files"));
        }
    }
}
