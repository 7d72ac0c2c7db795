package io.precinct.source.git;

import io.precinct.common.digest.Digests;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Checks whether the content of a file matches its id: git itself does not check when it reads, and would serve damaged
 * bytes.
 */
final class Checksum {
    private final MessageDigest digest = Digests.sha1();

    Checksum(long size) {
        digest.update(("blob " + size + "\0").getBytes(StandardCharsets.US_ASCII));
    }

    void update(byte[] bytes) {
        digest.update(bytes);
    }

    /** Passes on what is written, and adds it to the digest. */
    OutputStream over(OutputStream out) {
        return new DigestOutputStream(out, digest);
    }

    void check(String blob) throws CorruptObjectException {
        if (!HexFormat.of().formatHex(digest.digest()).equals(blob)) {
            throw new CorruptObjectException(ObjectId.fromString(blob), "its bytes are not those of its id");
        }
    }
}
