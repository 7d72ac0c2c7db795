package io.precinct.source.endpoints;

import io.precinct.api.contract.Contract;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that all lists have, from the query string.
 *
 * @param ref branch, tag or commit, or null for the configured one
 * @param limit most items of a page, 1 to 1000
 * @param cursor where to continue, as the client sent it, or null
 * @param context lines shown before and after an item
 * @param encoding the unit that columns count
 */
public record ListParameters(
        @Nullable String ref, int limit, @Nullable String cursor, int context, PositionEncoding encoding) {
    public static final int LONGEST_PATH = 4096;

    private static final int MOST = 1000;
    static final int DEFAULT_LIMIT = 100;
    private static final int MOST_CONTEXT = 50;
    private static final int DEFAULT_CONTEXT = 3;
    private static final List<String> ENCODINGS = Arrays.stream(PositionEncoding.values())
            .map(PositionEncoding::wireName)
            .toList();

    /** The requested ref; absent or empty for the configured one. */
    public static final Field<@Nullable String> REF =
            Field.text("ref", LONGEST_PATH).describedAs("Branch, tag or commit; without it the configured one.");

    private static final Field<Integer> LIMIT = Field.limit(DEFAULT_LIMIT, MOST);
    private static final Field<@Nullable String> CURSOR =
            Field.text("cursor", Cursor.LONGEST).describedAs("Where to go on, as next_cursor of the page before says.");
    private static final Field<@Nullable Long> CONTEXT = Field.integer("context", 0, MOST_CONTEXT)
            .orElse(DEFAULT_CONTEXT)
            .describedAs("Lines that are shown before and after an item.");
    private static final Field<@Nullable String> ENCODING = Field.oneOf(
                    SourceResources.POSITION_ENCODING.name(), ENCODINGS)
            .orElse(ENCODINGS.getFirst())
            .describedAs("What columns count.");

    /** The parameters that {@link #limit} and {@link #cursor} read. */
    static final Contract PAGING = Field.query(LIMIT, CURSOR);

    /** The parameters that {@link #list} reads. */
    static final Contract LIST = PAGING.and(Field.query(REF));

    /** The parameters that {@link #code} reads. */
    public static final Contract CODE = LIST.and(Field.query(CONTEXT, ENCODING));

    /** Reads the parameters of lists without positions; faults go into {@code query}. */
    static ListParameters list(Form query) {
        return new ListParameters(
                filled(REF.in(query)), limit(query), cursor(query), DEFAULT_CONTEXT, PositionEncoding.UTF_8);
    }

    /** The most items of a page; faults go into {@code query}. */
    static int limit(Form query) {
        return LIMIT.in(query);
    }

    /** Where to continue, as the client sent it, or null; faults go into {@code query}. */
    static @Nullable String cursor(Form query) {
        return filled(CURSOR.in(query));
    }

    /** Reads the parameters of lists of code; faults go into {@code query}. */
    public static ListParameters code(Form query) {
        ListParameters list = list(query);
        Long context = CONTEXT.in(query);
        String encoding = ENCODING.in(query);
        return new ListParameters(
                list.ref,
                list.limit,
                list.cursor,
                context == null ? DEFAULT_CONTEXT : context.intValue(),
                encoding == null ? PositionEncoding.UTF_8 : PositionEncoding.values()[ENCODINGS.indexOf(encoding)]);
    }

    /** A parameter, or null if it is absent or empty. */
    public static @Nullable String filled(Form form, String name, int most) {
        return filled(form.text(name, most));
    }

    /** The text, or null if it is null or empty. */
    public static @Nullable String filled(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** The request for the page after a key. */
    PageRequest window(int most, @Nullable String after) {
        return new PageRequest(most, after, context, encoding, true);
    }
}
