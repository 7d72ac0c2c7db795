package io.precinct.http.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/** Whom an address stands for where clients are told apart. Stateless. */
public final class ClientNetwork {
    private static final int NETWORK_BYTES = 8;

    private ClientNetwork() {}

    /** One IPv6 client owns a whole /64: that, in hexadecimal; anything else stands for itself. */
    public static String of(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            return InetAddress.ofLiteral(address) instanceof Inet6Address six
                    ? HexFormat.of().formatHex(six.getAddress(), 0, NETWORK_BYTES)
                    : address;
        } catch (IllegalArgumentException notAnAddress) {
            return address;
        }
    }
}
