package io.precinct.http.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/** The client that an address stands for. Stateless. */
public final class ClientNetwork {
    private static final int NETWORK_BYTES = 8;

    private ClientNetwork() {}

    /** A whole /64 in hexadecimal for an IPv6 address, since one client owns it; anything else stands for itself. */
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
