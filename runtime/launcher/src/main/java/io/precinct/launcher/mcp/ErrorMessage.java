package io.precinct.launcher.mcp;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import org.jspecify.annotations.Nullable;

/** Errors of JSON-RPC, each as a message on one line. */
final class ErrorMessage {
    /** The text is not JSON, or longer than a line may be. */
    static final int PARSE_ERROR = -32700;
    /** It is JSON, but no message of the protocol. */
    static final int INVALID_REQUEST = -32600;
    /** The bridge itself failed. */
    static final int INTERNAL_ERROR = -32603;
    /** There is no answer from the instance. */
    static final int UNAVAILABLE = -32000;

    private ErrorMessage() {}

    /**
     * An error.
     *
     * @param id id of the request as the client wrote it, or null if it is unknown
     */
    static String of(@Nullable Object id, int code, String message) {
        return Json.compact(Data.map("jsonrpc", "2.0", "id", id, "error", Data.map("code", code, "message", message)));
    }
}
