package io.precinct.tools;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call of a tool.
 *
 * @param status the HTTP status of the route's answer
 * @param data the body of the route's answer; null if it has none
 * @param note what is missing from {@code data}, and the call that gets it; null if nothing is missing
 */
record ToolAnswer(
        int status, @Nullable Object data, @Nullable String note) {
    private static final int FIRST_ERROR = 400;

    /** Returns a refusal, with the members that refusals of routes have. */
    static ToolAnswer refusal(int status, String error, String code) {
        return new ToolAnswer(status, Data.map("error", error, "code", code), null);
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
