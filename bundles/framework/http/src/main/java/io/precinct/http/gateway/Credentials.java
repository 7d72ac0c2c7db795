package io.precinct.http.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of HTTP basic authentication (RFC 7617), in UTF-8.
 *
 * @param name of the user
 * @param password as received
 */
record Credentials(String name, String password) {
    private static final String SCHEME = "Basic ";

    /** The credentials of a request, or null if it has none or more than one. */
    static @Nullable Credentials of(List<String> authorization) {
        if (authorization.size() != 1) {
            return null;
        }
        String value = authorization.getFirst().strip();
        if (!value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String pair = decode(value.substring(SCHEME.length()).strip());
        int colon = pair == null ? -1 : pair.indexOf(':');
        return pair == null || colon < 0 ? null : new Credentials(pair.substring(0, colon), pair.substring(colon + 1));
    }

    private static @Nullable String decode(String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException neither) {
            return null;
        }
    }

    /** Hides the password: the text may end up in a log. */
    @Override
    public String toString() {
        return "credentials of a user";
    }
}
