package io.precinct.dependencies.endpoint;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.rest.api.CursorText;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parameters that several endpoints of the graph share. */
final class GraphParameters {
    static final int LONGEST_NODE = 300;
    private static final int LONGEST_CURSOR = 2000;
    static final int MOST_DEPTH = 1000;
    static final int USUAL_LIMIT = 100;
    static final int MOST_LIMIT = 10_000;
    private static final int MOST_ZOOM = 400;
    static final int USUAL_ZOOM = 100;

    static final Field<@Nullable Instant> AS_OF = Field.time("as_of").describedAs("As of when; without it now.");
    /** As {@link #AS_OF}, for endpoints that a page's form asks: a form without an instant sends an empty text. */
    static final Field<@Nullable Object> AS_OF_FORM = Field.of(
                    AS_OF.name(), Schema.anyOf(AS_OF.schema(), Schema.oneOf("")))
            .describedAs("As of when; without it, or if it is empty, now.");

    static final Field<@Nullable String> NAME_PART =
            Field.text("q", LONGEST_NODE).describedAs("A part of the name, in whatever case.");
    static final Field<List<String>> TYPES =
            Field.several("type", Schema.oneOf(EdgeType.NAMES)).describedAs("Which edges; without it all.");
    static final Field<List<String>> FOLLOWED = Field.several("type", Schema.oneOf(EdgeType.DEPENDENCY_NAMES))
            .describedAs("Which dependencies are followed; without it all. What is the same is so with any.");
    static final Field<@Nullable String> SHOWN_PART = Field.of(
                    "q", Type.text(LONGEST_NODE).described(GraphParameters::ofPages))
            .describedAs("A part of the names that a page shows, in whatever case.");
    static final Field<@Nullable Long> ZOOM = Field.of(
                    "zoom", Type.integer(0, MOST_ZOOM).described(GraphParameters::ofPages))
            .describedAs("Of the picture in a page, in percent; 0 fits it to the width of the page.");
    static final Field<Integer> LIMIT = Field.limit(USUAL_LIMIT, MOST_LIMIT);
    static final Field<@Nullable String> CURSOR =
            Field.text("cursor", LONGEST_CURSOR).describedAs("Where to go on, as next_cursor says.");

    private GraphParameters() {}

    /** Marks a parameter that only pages heed, so that no tool offers it. */
    private static Schema ofPages(Schema schema) {
        return schema.and("x-precinct-page", true);
    }

    /** Reads {@link #TYPES} or {@link #FOLLOWED}, whose values are these names. */
    static Set<EdgeType> types(Form query, List<String> names) {
        return query.severalOf(TYPES.name(), names).stream().map(EdgeType::of).collect(Collectors.toSet());
    }

    static int zoom(Form query, int usual) {
        Long zoom = ZOOM.in(query);
        return zoom == null ? usual : zoom.intValue();
    }

    static @Nullable List<?> cursor(Form query, int parts, Class<?> type) {
        String text = CURSOR.in(query);
        if (text == null) {
            return null;
        }
        List<?> key = CursorText.read(text);
        if (key == null || key.size() != parts || !key.stream().allMatch(type::isInstance)) {
            query.fault(ListRequest.FOREIGN_CURSOR);
            return null;
        }
        return key;
    }
}
