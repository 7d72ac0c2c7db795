package io.precinct.graph.checklists;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names of items. They are computed, not stored: a node is nothing but its text. */
final class ItemId {
    private static final int BYTES = 6;

    private ItemId() {}

    /** The name of the item with this text that has {@code rank} equal ones before it. */
    static String of(String text, int rank) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest((rank + "\n" + text).getBytes(StandardCharsets.UTF_8));
            return "item-" + HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
