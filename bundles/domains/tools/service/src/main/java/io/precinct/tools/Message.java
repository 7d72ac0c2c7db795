package io.precinct.tools;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request or a notification of JSON-RPC.
 *
 * @param id text or an integer; null for a notification
 * @param method the name of the called method
 * @param params empty if there are none
 */
record Message(@Nullable Object id, String method, Map<String, @Nullable Object> params) {
    /** The supported version of JSON-RPC. */
    static final String VERSION = "2.0";
}
