package io.precinct.formatter.html;

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
    static Style load() {
        try (InputStream in = Style.class.getResourceAsStream("page.css")) {
            if (in == null) {
                throw new IllegalStateException("page.css is missing from the bundle of the html formatter");
            }
            byte[] css = in.readAllBytes();
            return new Style(
                    new String(css, StandardCharsets.UTF_8),
                    "default-src 'none'; style-src 'sha256-" + digest(css)
                            + "'; img-src data:; base-uri 'none'; form-action 'none'");
        } catch (IOException e) {
            throw new UncheckedIOException("page.css of the html formatter cannot be read", e);
        }
    }

    private static String digest(byte[] css) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(css));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
