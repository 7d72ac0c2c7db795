package io.precinct.tools;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request or a notification of JSON-RPC.
 *
 * @param id text or an integer; null for a notification
 * @param method what is called
 * @param params empty where there are none
 */
record Message(@Nullable Object id, String method, Map<String, @Nullable Object> params) {
    /** The only version of JSON-RPC there is. */
    static final String VERSION = "2.0";
}
