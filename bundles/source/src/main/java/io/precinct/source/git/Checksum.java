package io.precinct.source.git;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectId;

/** Whether a file is what its id says: git itself does not look when it reads, and would serve damaged bytes. */
final class Checksum {
    /** Copied, which costs far less than looking the algorithm up. */
    private static final MessageDigest UNUSED = sha1();

    private final MessageDigest digest;

    Checksum(long size) {
        try {
            digest = (MessageDigest) UNUSED.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the SHA-1 of the platform can be copied", e);
        }
        digest.update(("blob " + size + "\0").getBytes(StandardCharsets.US_ASCII));
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every platform has SHA-1", e);
        }
    }

    void update(byte[] bytes, int from, int count) {
        digest.update(bytes, from, count);
    }

    void check(String blob) throws CorruptObjectException {
        if (!HexFormat.of().formatHex(digest.digest()).equals(blob)) {
            throw new CorruptObjectException(ObjectId.fromString(blob), "its bytes are not those of its id");
        }
    }
}
