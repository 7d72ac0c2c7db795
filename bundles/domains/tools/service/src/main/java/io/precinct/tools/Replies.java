package io.precinct.tools;

import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages of the protocol that are errors, as plain data, so that they need nothing of the SDK. */
final class Replies {
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;
    static final int SESSION_CLOSED = -32001;

    private Replies() {}

    /** An error as a message of its own. */
    static Map<String, @Nullable Object> error(@Nullable Object id, int code, String message) {
        return Data.map("jsonrpc", "2.0", "id", id, "error", Data.map("code", code, "message", message));
    }

    /** An error whose HTTP status says it as well. */
    static Reply refused(int status, @Nullable Object id, int code, String message) {
        return Reply.of(status, error(id, code, message));
    }
}
