package io.precinct.dependencies.picture;

import io.precinct.common.digest.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The style sheet inside each picture, and the source expressions by which policies allow inline resources. */
final class PictureStyle {
    static final String CSS = read("picture.css");

    /** The source expression for {@code style-src}. */
    static final String SOURCE = source(CSS);

    private PictureStyle() {}

    /** Returns the source expression of a content security policy for an inline style sheet or script. */
    static String source(String text) {
        byte[] digest = Digests.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }

    static String read(String resource) {
        try (InputStream in = PictureStyle.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the bundle lacks " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
    }
}
