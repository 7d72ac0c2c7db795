package io.precinct.source.endpoints.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The style sheet that stands in every page, and the policy that allows it and nothing else.
 *
 * @param css holds no data, hence goes out as it is
 * @param policy Content-Security-Policy with the digest of {@code css}
 */
record Style(String css, String policy) {
    /** The one there is. */
    static final Style SHEET = load();

    private static Style load() {
        try (InputStream in = Style.class.getResourceAsStream("source.css")) {
            if (in == null) {
                throw new IllegalStateException("source.css is missing from the bundle");
            }
            byte[] css = in.readAllBytes();
            String digest = Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(css));
            return new Style(
                    new String(css, StandardCharsets.UTF_8),
                    "default-src 'none'; style-src 'sha256-" + digest
                            + "'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
        } catch (IOException e) {
            throw new UncheckedIOException("source.css cannot be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
