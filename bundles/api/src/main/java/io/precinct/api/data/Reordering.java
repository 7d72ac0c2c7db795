package io.precinct.api.data;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The canonical text of a map, made from its compact one: the two differ in the order of members, so members are moved
 * and nothing is printed a second time. The value is walked along with its text, from which only the ends of strings
 * and numbers are read. If more than the order differs (a decimal or a whole number without an exact double, half a
 * surrogate pair), the attempt ends: the printer handles that. Confined to one thread.
 */
final class Reordering {
    private static final int MOST_COMPARED = 32;

    /** Up to this many, insertion sort is quickest; beyond, its cost would grow with the square. */
    private static final int FEW = 24;

    private static final long LARGEST_EXACT = (1L << 53) - 1;

    private final byte[] text;
    private final FrozenMap map;
    private final int[] order;
    private final int[] ends;
    private int at;
    private int[] starts = new int[64];
    private int open;
    private byte[] moved = new byte[256];

    private Reordering(FrozenMap map, byte[] compact) {
        this.map = map;
        this.text = compact.clone();
        this.ends = new int[map.size()];
        this.order = order(map);
    }

    /** The canonical text of {@code map}, or null if that is more than its compact text in another order. */
    static @Nullable Reordering of(FrozenMap map, byte[] compact) {
        var reordering = new Reordering(map, compact);
        return reordering.walk() ? reordering : null;
    }

    /** Digests all members except those with some names. */
    byte[] digest(MessageDigest sha256, Predicate<String> left) {
        byte separator = '{';
        for (int i : order) {
            if (!left.test(map.key(i))) {
                sha256.update(separator);
                sha256.update(text, starts[i], ends[i] - starts[i]);
                separator = ',';
            }
        }
        if (separator == '{') {
            sha256.update(separator);
        }
        sha256.update((byte) '}');
        return sha256.digest();
    }

    /** The index of the member that is this very map, or -1. */
    @SuppressWarnings("ReferenceEquality") // equal content would cost more to find than to write
    int member(Map<?, ?> value) {
        if (ends.length > MOST_COMPARED) {
            return -1; // searched once for each map within: beyond a few, writing it again costs less
        }
        for (int i = 0; i < ends.length; i++) {
            if (map.value(i) == value) {
                return i;
            }
        }
        return -1;
    }

    /** The start of a member's value. */
    int start(int member) {
        return ends[member] - length(member);
    }

    int end(int member) {
        return ends[member];
    }

    byte[] text() {
        return text;
    }

    private int length(int member) {
        Keys keys = map.shared();
        int name = starts[member];
        return ends[member] - (keys == null ? afterName(name) : name + keys.json(member).length);
    }

    private int afterName(int name) {
        at = name;
        var _ = string("");
        return at + 1;
    }

    private boolean walk() {
        int size = map.size();
        open = reserve(size);
        at = 1;
        for (int i = 0; i < size; i++) {
            starts[i] = at;
            if (!name(map, i) || !value(map.value(i))) {
                return false;
            }
            ends[i] = at++;
        }
        return true;
    }

    private boolean value(@Nullable Object value) {
        return switch (value) {
            case null -> skip(4);
            case String s -> string(s);
            case Integer _ -> number();
            case Long l -> l <= LARGEST_EXACT && l >= -LARGEST_EXACT && number();
            case Double _ -> number();
            case Boolean b -> skip(b ? 4 : 5);
            case FrozenMap inner -> object(inner);
            case FrozenList list -> array(list);
            default -> false;
        };
    }

    private boolean skip(int bytes) {
        at += bytes;
        return true;
    }

    private boolean number() {
        byte[] bytes = text;
        int i = at;
        while (bytes[i] != ',' && bytes[i] != '}' && bytes[i] != ']') {
            i++;
        }
        at = i;
        return true;
    }

    private boolean array(FrozenList list) {
        int size = list.size();
        at++;
        for (int i = 0; i < size; i++) {
            if (!value(list.element(i))) {
                return false;
            }
            at++;
        }
        at += size == 0 ? 1 : 0;
        return true;
    }

    private boolean object(FrozenMap inner) {
        int size = inner.size();
        int first = open;
        open = reserve(size);
        at++;
        for (int i = 0; i < size; i++) {
            starts[first + i] = at;
            if (!name(inner, i) || !value(inner.value(i))) {
                return false;
            }
            at++;
        }
        at += size == 0 ? 1 : 0;
        open = first;
        if (!ordered(inner)) {
            move(inner, first, at - 1);
        }
        return true;
    }

    private int reserve(int more) {
        if (open + more > starts.length) {
            starts = Arrays.copyOf(starts, Math.max(starts.length * 2, open + more));
        }
        return open + more;
    }

    private boolean name(FrozenMap of, int i) {
        Keys keys = of.shared();
        if (keys != null) {
            at += keys.json(i).length;
            return true;
        }
        boolean known = string(of.key(i));
        at++;
        return known;
    }

    /** Puts the members of a map that ends at {@code end} in order. */
    private void move(FrozenMap inner, int first, int end) {
        int size = inner.size();
        int from = starts[first];
        int length = end - from;
        if (moved.length < length) {
            moved = new byte[Math.max(length, moved.length * 2)];
        }
        System.arraycopy(text, from, moved, 0, length);
        Keys keys = inner.shared();
        int[] places = keys == null ? order(inner) : keys.canonical();
        int to = from;
        for (int k = 0; k < size; k++) {
            int i = places[k];
            int start = starts[first + i];
            int bytes = (i == size - 1 ? end : starts[first + i + 1] - 1) - start;
            System.arraycopy(moved, start - from, text, to, bytes);
            to += bytes;
            if (k < size - 1) {
                text[to++] = ',';
            }
        }
    }

    private static boolean ordered(FrozenMap map) {
        Keys keys = map.shared();
        if (keys != null) {
            return keys.ordered();
        }
        for (int i = 1; i < map.size(); i++) {
            if (map.key(i - 1).compareTo(map.key(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static int[] order(FrozenMap map) {
        int size = map.size();
        if (size > FEW) {
            return Keys.order(size, map::key);
        }
        var order = new int[size];
        for (int i = 0; i < size; i++) {
            int place = i;
            while (place > 0 && map.key(order[place - 1]).compareTo(map.key(i)) > 0) {
                order[place] = order[--place];
            }
            order[place] = i;
        }
        return order;
    }

    /** Skips a string, eight bytes at a time while they are ASCII without a backslash. */
    private boolean string(String value) {
        byte[] bytes = text;
        int i = at + 1;
        while (i <= bytes.length - Long.BYTES) {
            long eight = PlainAscii.eight(bytes, i);
            long quotes = eight ^ PlainAscii.QUOTES;
            long backslashes = eight ^ PlainAscii.BACKSLASHES;
            long stops = (eight | (quotes - PlainAscii.ONES) & ~quotes | (backslashes - PlainAscii.ONES) & ~backslashes)
                    & PlainAscii.HIGH;
            if (stops != 0) {
                // The lowest mark is exact: nothing below it borrowed.
                i += Long.numberOfTrailingZeros(stops) / Byte.SIZE;
                break;
            }
            i += Long.BYTES;
        }
        boolean ascii = true;
        while (bytes[i] != '"') {
            ascii &= bytes[i] >= 0;
            i += bytes[i] == '\\' ? 2 : 1;
        }
        at = i + 1;
        return ascii || JsonText.halfPair(value) < 0;
    }
}
