package io.precinct.tools;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call of a tool.
 *
 * @param status the HTTP status of the route's answer
 * @param data the body of the route's answer; null if it has none
 * @param total the number of elements of which {@code data} lists some, if the answer says it in a header; or null
 * @param note what is missing from {@code data}, and the call that gets it; null if nothing is missing
 */
record ToolAnswer(
        int status,
        @Nullable Object data,
        @Nullable Integer total,
        @Nullable String note) {
    private static final int FIRST_ERROR = 400;

    /** Returns a refusal, with the members that refusals of routes have. */
    static ToolAnswer refusal(int status, String error, String code) {
        return of(status, Data.map("error", error, "code", code));
    }

    /** Returns an answer from which nothing is missing. */
    static ToolAnswer of(int status, @Nullable Object data) {
        return new ToolAnswer(status, data, null, null);
    }

    /** Returns the same answer with a note. */
    ToolAnswer noted(@Nullable String note) {
        return new ToolAnswer(status, data, total, note);
    }

    /** Whether the call failed. */
    boolean failed() {
        return status >= FIRST_ERROR;
    }

    /** Whether the status says that all is well. */
    boolean succeeded() {
        return status / 100 == 2;
    }

    /** Returns the text for a language model: the data as JSON, after the status unless that is a success. */
    String text() {
        String json = Json.compact(data == null ? Data.map("status", status) : data);
        return succeeded() ? json : status + " " + json;
    }
}
