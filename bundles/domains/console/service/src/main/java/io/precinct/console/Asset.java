package io.precinct.console;

import io.precinct.common.digest.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/**
 * A script that browsers keep for ever, because its name says what is in it. Immutable.
 *
 * @param name of the file, with a part of its digest
 * @param content as it is
 * @param packed the same in gzip
 */
record Asset(String name, byte[] content, byte[] packed) {
    private static final int DIGITS = 16;

    /** A script of this content. */
    static Asset script(String stem, byte[] content) {
        String digest = HexFormat.of().formatHex(Digests.sha256().digest(content));
        var packed = new ByteArrayOutputStream(content.length / 2 + 64);
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Asset(stem + "-" + digest.substring(0, DIGITS) + ".js", content, packed.toByteArray());
    }

    /** A script that this bundle has as a resource. */
    static Asset script(String stem, Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the bundle lacks " + resource);
            }
            return script(stem, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
    }

    /** Its address. */
    String path() {
        return "/console/assets/" + name;
    }
}
