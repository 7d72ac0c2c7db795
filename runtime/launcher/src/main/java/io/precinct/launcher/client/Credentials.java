package io.precinct.launcher.client;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The user of a gateway and the password, which {@link #toString} leaves out.
 *
 * @param user name of the user, without a colon
 */
public record Credentials(String user, String password) {
    /** The value of {@code Authorization} (RFC 7617). */
    public String basic() {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    @Override
    public String toString() {
        return user;
    }
}
