package io.precinct.core.api.dispatch;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request.
 *
 * @param address of the client, for logs and limits
 * @param loopback whether it came over the loopback interface itself, not through a proxy
 * @param admin whether it may administer this instance: the request came over loopback with its token, or it is an
 *     administrators' operation through the gateway by a user with their role
 * @param identity plain data with {@code name} and {@code roles}, put into the envelope; or null
 * @param roles of the identity
 */
public record Caller(
        String address,
        boolean loopback,
        boolean admin,
        @Nullable Map<String, @Nullable Object> identity,
        Set<String> roles) {
    /** The process itself. */
    public static final Caller IN_PROCESS = new Caller("in-process", true, true, null, Set.of());
}
