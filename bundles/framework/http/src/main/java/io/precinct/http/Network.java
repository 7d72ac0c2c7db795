package io.precinct.http;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses, or one: {@code 10.0.0.0/8}, {@code fd00::/8}, {@code 10.0.0.1} (RFC 4632, RFC 4291 §2.3).
 *
 * @param start an address of the range; its bits after the prefix do not count
 * @param prefix leading bits that all have in common
 */
record Network(InetAddress start, int prefix) {
    /** The range that {@code text} names, or null if it names none. */
    static @Nullable Network parse(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress start = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int bits = start.getAddress().length * 8;
            int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
            return prefix < 0 || prefix > bits ? null : new Network(start, prefix);
        } catch (IllegalArgumentException notANetwork) {
            return null;
        }
    }

    /** Whether an address lies in it. An IPv4 address in IPv6 form is the IPv4 address. */
    boolean contains(InetAddress address) {
        byte[] mine = start.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < prefix; bit += 8) {
            int mask = prefix - bit >= 8 ? 0xff : 0xff << 8 - (prefix - bit) & 0xff;
            if (((mine[bit / 8] ^ other[bit / 8]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
