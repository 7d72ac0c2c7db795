package io.precinct.boundary.seal;

import io.precinct.api.data.Json;
import io.precinct.boundary.seal.proof.MerkleTree;
import io.precinct.core.api.chain.Crossing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes leaves in the form that is hashed: the byte 0 and the canonical JSON of
 * {@code {boundary, in, out, seq, status, type_addr}}, with the members in the order of RFC 8785. Every answer needs
 * this, so the bytes are written directly; a map and {@link Json#canonical} would give the same result.
 */
final class LeafWriter {
    private static final byte[] BOUNDARY = ascii("\0{\"boundary\":");
    private static final byte[] IN = ascii(",\"in\":");
    private static final byte[] OUT = ascii(",\"out\":");
    private static final byte[] SEQ = ascii(",\"seq\":");
    private static final byte[] STATUS = ascii(",\"status\":\"");
    private static final byte[] TYPE_ADDR = ascii("\",\"type_addr\":");
    private static final byte[] NULL = ascii("null");
    private static final Map<Crossing.Status, byte[]> STATUSES = statuses();

    /** An upper bound for all of a leaf but its names, in bytes. */
    private static final int WITHOUT_NAMES = 260;

    /** The usual size of the names of a leaf: an address of 71 characters and a short word. */
    private static final int USUAL_NAMES = 100;

    private byte[] bytes;
    private int size;

    /** The last address written, and its position, because all crossings of the tail have the same address. */
    private @Nullable String address;

    private int addressStart;
    private int addressEnd;

    LeafWriter(int leaves) {
        assert BOUNDARY[0] == MerkleTree.LEAF;
        bytes = new byte[(leaves + 1) * (WITHOUT_NAMES + USUAL_NAMES)];
    }

    /**
     * Writes a leaf.
     *
     * @param in digest in ASCII hex, or null
     * @param out digest in ASCII hex, or null
     * @return the offset after it
     */
    int write(Crossing crossing, byte @Nullable [] in, byte @Nullable [] out) {
        room(WITHOUT_NAMES);
        copy(BOUNDARY);
        text(crossing.boundary());
        copy(IN);
        digest(in);
        copy(OUT);
        digest(out);
        copy(SEQ);
        number(crossing.seq());
        copy(STATUS);
        copy(Objects.requireNonNull(STATUSES.get(crossing.status())));
        copy(TYPE_ADDR);
        address(crossing.typeAddr());
        bytes[size++] = '}';
        return size;
    }

    /** The written leaves; nothing may be written afterwards. */
    byte[] bytes() {
        return bytes;
    }

    private void digest(byte @Nullable [] hex) {
        if (hex == null) {
            copy(NULL);
            return;
        }
        bytes[size++] = '"';
        copy(hex);
        bytes[size++] = '"';
    }

    private void number(int value) {
        if (value < 10) {
            bytes[size++] = (byte) ('0' + value);
        } else {
            copy(ascii(Integer.toString(value)));
        }
    }

    @SuppressWarnings("ReferenceEquality") // another object with the same text is only written again
    private void address(String typeAddr) {
        if (typeAddr == address) {
            int length = addressEnd - addressStart;
            room(length);
            System.arraycopy(bytes, addressStart, bytes, size, length);
            size += length;
            return;
        }
        address = typeAddr;
        addressStart = size;
        text(typeAddr);
        addressEnd = size;
    }

    /**
     * Writes a text. Plain ASCII, which is usual for names and addresses, is fast; {@link Json} writes other text.
     */
    private void text(String text) {
        int length = text.length();
        room(length + 2);
        int start = size;
        bytes[size++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\') {
                size = start;
                byte[] escaped = Json.canonical(text);
                room(escaped.length);
                copy(escaped);
                return;
            }
            bytes[size++] = (byte) c;
        }
        bytes[size++] = '"';
    }

    /** Appends bytes, for which there must be room. */
    private void copy(byte[] more) {
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
    }

    /** Makes room for {@code more} bytes and for all of a leaf but its names. */
    private void room(int more) {
        int wanted = size + more + WITHOUT_NAMES;
        if (wanted > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, wanted));
        }
    }

    private static Map<Crossing.Status, byte[]> statuses() {
        var statuses = new EnumMap<Crossing.Status, byte[]>(Crossing.Status.class);
        for (Crossing.Status status : Crossing.Status.values()) {
            statuses.put(status, ascii(status.wireName()));
        }
        return statuses;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
