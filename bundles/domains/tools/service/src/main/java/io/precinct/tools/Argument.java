package io.precinct.tools;

import io.precinct.api.contract.Schema;
import org.jspecify.annotations.Nullable;

/**
 * An argument of an operation: one input of its route, under the name by which a tool's caller gives it.
 *
 * @param name the name in a call
 * @param place its place in the request
 * @param target its name in that place
 * @param schema the values that the route takes
 * @param required whether the route needs it
 * @param description a sentence for the caller, or null
 */
record Argument(
        String name,
        Place place,
        String target,
        Schema schema,
        boolean required,
        @Nullable String description) {
    /** The place of an argument in a request. */
    enum Place {
        /** A variable of the path. */
        PATH,
        /** The query string. */
        QUERY,
        /** A header. */
        HEADER,
        /** A member of the JSON body, or the whole body. */
        BODY
    }
}
