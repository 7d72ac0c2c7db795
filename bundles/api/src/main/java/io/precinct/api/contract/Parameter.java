package io.precinct.api.contract;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that a request carries beside its body, or a header of an answer.
 *
 * @param place where it stands
 * @param name as it is written there
 * @param schema of its value; a list in the query is given several times
 * @param required whether it must be there
 * @param description a sentence for people, or null
 */
public record Parameter(
        Place place,
        String name,
        Schema schema,
        boolean required,
        @Nullable String description) {
    /** Where a parameter stands. */
    public enum Place {
        /** A variable of the path. */
        PATH,
        /** The query string. */
        QUERY,
        /** A header. */
        HEADER
    }

    public Parameter {
        Objects.requireNonNull(place);
        Objects.requireNonNull(name);
        Objects.requireNonNull(schema);
    }

    /** A variable of the path. */
    public static Parameter path(String name, Schema schema) {
        return new Parameter(Place.PATH, name, schema, true, null);
    }

    /** A parameter of the query that need not be there. */
    public static Parameter query(String name, Schema schema) {
        return new Parameter(Place.QUERY, name, schema, false, null);
    }

    /** A header that need not be there. */
    public static Parameter header(String name, Schema schema) {
        return new Parameter(Place.HEADER, name, schema, false, null);
    }

    /** The same, which must be there. */
    public Parameter always() {
        return new Parameter(place, name, schema, true, description);
    }

    /** The same, said for people. */
    public Parameter describedAs(String sentence) {
        return new Parameter(place, name, schema, required, sentence);
    }
}
