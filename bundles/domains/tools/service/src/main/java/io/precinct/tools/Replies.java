package io.precinct.tools;

import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates error messages of the protocol as plain data, without the SDK. */
final class Replies {
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;
    static final int SESSION_CLOSED = -32001;

    private Replies() {}

    /** Returns an error as a complete message. */
    static Map<String, @Nullable Object> error(@Nullable Object id, int code, String message) {
        return Data.map("jsonrpc", "2.0", "id", id, "error", Data.map("code", code, "message", message));
    }

    /** Returns an error with a matching HTTP status. */
    static Reply refused(int status, @Nullable Object id, int code, String message) {
        return Reply.of(status, error(id, code, message));
    }
}
