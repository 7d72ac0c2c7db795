package io.precinct.api.contract;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value that a request carries besides its body, or a header of an answer.
 *
 * @param place its place
 * @param name as written there
 * @param schema of its value; a list in the query is given several times
 * @param required whether it is mandatory
 * @param description a sentence for people, or null
 */
public record Parameter(
        Place place,
        String name,
        Schema schema,
        boolean required,
        @Nullable String description) {
    /** The place of a parameter. */
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

    /** An optional query parameter. */
    public static Parameter query(String name, Schema schema) {
        return new Parameter(Place.QUERY, name, schema, false, null);
    }

    /** An optional header. */
    public static Parameter header(String name, Schema schema) {
        return new Parameter(Place.HEADER, name, schema, false, null);
    }

    /** The same, but mandatory. */
    public Parameter always() {
        return new Parameter(place, name, schema, true, description);
    }

    /** The same with a sentence for people. */
    public Parameter describedAs(String sentence) {
        return new Parameter(place, name, schema, required, sentence);
    }
}
