package io.precinct.common.html;

import io.precinct.common.digest.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The style sheet of all pages of a kind, and the Content-Security-Policy that allows this style sheet and no other.
 *
 * @param css the style sheet; contains no data, so it needs no escaping
 * @param policy Content-Security-Policy with the digest of {@code css}
 */
public record StyleSheet(String css, String policy) {
    /**
     * Loads the style sheet that all pages share, followed by that of the pages of this kind.
     *
     * @param owner the class whose package contains the style sheet
     * @param resource its name
     * @param directives further directives of the policy, for example {@code form-action 'none'}
     * @throws IllegalStateException if the bundle lacks it
     */
    public static StyleSheet load(Class<?> owner, String resource, String directives) {
        String css = read(StyleSheet.class, "base.css") + read(owner, resource);
        byte[] digest = Digests.sha256().digest(css.getBytes(StandardCharsets.UTF_8));
        return new StyleSheet(
                css,
                "default-src 'none'; style-src 'sha256-" + Base64.getEncoder().encodeToString(digest)
                        + "'; img-src data:; base-uri 'none'; " + directives);
    }

    private static String read(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the bundle of " + owner.getName() + " lacks " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
    }
}
