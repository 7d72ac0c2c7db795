package io.precinct.graph.checklists;

import io.precinct.common.digest.Digests;

/** Names of items. They are computed, not stored: a node is nothing but its text. */
final class ItemId {
    private static final int DIGITS = 12;

    private ItemId() {}

    /** The name of the item with this text that has {@code rank} equal ones before it. */
    static String of(String text, int rank) {
        return "item-" + Digests.sha256Hex(rank + "\n" + text).substring(0, DIGITS);
    }
}
