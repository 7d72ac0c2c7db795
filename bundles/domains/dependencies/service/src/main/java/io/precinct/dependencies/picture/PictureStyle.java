package io.precinct.dependencies.picture;

import io.precinct.common.digest.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The style sheet of pictures, which stands inside each, and other resources with the sources that policies allow. */
final class PictureStyle {
    static final String CSS = read("picture.css");

    /** For {@code style-src}. */
    static final String SOURCE = source(CSS);

    private PictureStyle() {}

    /** What a content security policy calls an inline style sheet or script. */
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
