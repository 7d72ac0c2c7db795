package io.precinct.common.html;

import io.precinct.common.digest.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The style sheet that stands in every page of a kind, and the policy that allows it and nothing else.
 *
 * @param css holds no data, hence goes out as it is
 * @param policy Content-Security-Policy with the digest of {@code css}
 */
public record StyleSheet(String css, String policy) {
    /**
     * What all pages share, followed by what pages of this kind have of their own.
     *
     * @param owner the class beside which the style sheet stands
     * @param resource its name
     * @param directives further directives of the policy, say {@code form-action 'none'}
     * @throws IllegalStateException where the bundle lacks it
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
