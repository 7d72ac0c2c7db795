package io.precinct.source.endpoints;

import io.precinct.rest.api.Form;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.Window;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every list can be asked with, in the query string.
 *
 * @param ref branch, tag or commit, or null for the configured one
 * @param limit most items, 1 to 1000
 * @param cursor where to go on, as the client sent it, or null
 * @param context lines to be shown before and after an item
 * @param encoding what columns count
 */
public record Asked(
        @Nullable String ref, int limit, @Nullable String cursor, int context, PositionEncoding encoding) {
    static final int LONGEST_PATH = 4096;

    private static final int MOST = 1000;
    private static final int DEFAULT_LIMIT = 100;
    private static final int MOST_CONTEXT = 50;
    private static final int DEFAULT_CONTEXT = 3;
    private static final int LONGEST_CURSOR = 20_000;
    private static final List<String> ENCODINGS = Arrays.stream(PositionEncoding.values())
            .map(PositionEncoding::wireName)
            .toList();

    /** Reads what is common to lists without positions; faults go into {@code query}. */
    static Asked list(Form query) {
        return new Asked(
                filled(query, "ref", LONGEST_PATH),
                limit(query),
                cursor(query),
                DEFAULT_CONTEXT,
                PositionEncoding.UTF_8);
    }

    /** How many items a page has at most; faults go into {@code query}. */
    static int limit(Form query) {
        Long limit = query.integer("limit", 1, Long.MAX_VALUE);
        return limit == null ? DEFAULT_LIMIT : (int) Math.min(limit, MOST);
    }

    /** Where to go on, as the client sent it, or null; faults go into {@code query}. */
    static @Nullable String cursor(Form query) {
        return filled(query, "cursor", LONGEST_CURSOR);
    }

    /** Reads what is common to lists of code; faults go into {@code query}. */
    public static Asked code(Form query) {
        Asked list = list(query);
        Long context = query.integer("context", 0, MOST_CONTEXT);
        String encoding = query.oneOf("position_encoding", ENCODINGS);
        return new Asked(
                list.ref,
                list.limit,
                list.cursor,
                context == null ? DEFAULT_CONTEXT : context.intValue(),
                encoding == null ? PositionEncoding.UTF_8 : PositionEncoding.values()[ENCODINGS.indexOf(encoding)]);
    }

    /** A parameter, or null where it is absent or empty. */
    public static @Nullable String filled(Form form, String name, int most) {
        String text = form.text(name, most);
        return text == null || text.isEmpty() ? null : text;
    }

    /** The part of a list behind a key. */
    Window window(int most, @Nullable String after) {
        return new Window(most, after, context, encoding);
    }
}
