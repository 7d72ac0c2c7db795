package io.precinct.source.stores;

import io.precinct.common.digest.Digests;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A value as a file. Its text never shows the value.
 *
 * @param blob id of the bytes, 40 hexadecimal digits
 * @param bytes never changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its blob
record StoreFile(String blob, byte[] bytes) {
    private static final int BLOB_BYTES = 20;

    /** Served instead of a secret. */
    static final StoreFile MASKED = of("***".getBytes(StandardCharsets.UTF_8));

    /** A file that everybody may see; the same bytes have the id that git gives them. */
    static StoreFile of(byte[] bytes) {
        MessageDigest sha1 = Digests.sha1();
        sha1.update(("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII));
        return new StoreFile(HexFormat.of().formatHex(sha1.digest(bytes)), bytes);
    }

    /** A file that shows secrets: without the key, nobody who sees its id can guess its bytes by trying. */
    static StoreFile secret(byte[] key, byte[] bytes) {
        byte[] digest = Arrays.copyOf(Digests.hmacSha256(key, bytes), BLOB_BYTES);
        return new StoreFile(HexFormat.of().formatHex(digest), bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoreFile file && blob.equals(file.blob);
    }

    @Override
    public int hashCode() {
        return blob.hashCode();
    }

    @Override
    public String toString() {
        return blob;
    }
}
