package io.precinct.http;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Whether two addresses of this machine can be listened on at the same port, at the same time. */
final class AddressOverlap {
    private AddressOverlap() {}

    /** Whether the system refuses one of them while the other is open: they are the same, or one includes the other. */
    static boolean between(String open, String wanted) {
        if (open.equals(wanted)) {
            return true;
        }
        try {
            InetAddress one = InetAddress.getByName(open);
            InetAddress other = InetAddress.getByName(wanted);
            return one.isAnyLocalAddress() || other.isAnyLocalAddress() || one.equals(other);
        } catch (UnknownHostException unknown) {
            return false; // opening the address says so
        }
    }

    /**
     * Checks, as far as that is possible while {@code open} is, that {@code wanted} can be opened.
     *
     * @throws IOException if it cannot
     */
    static void requireFree(String open, String wanted, int port) throws IOException {
        InetAddress address = InetAddress.getByName(wanted);
        if (!address.isAnyLocalAddress()) {
            tryOut(address, 0); // whether this machine has the address
            return;
        }
        InetAddress taken = InetAddress.getByName(open);
        if (taken.isAnyLocalAddress()) {
            return;
        }
        for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress own : one.inetAddresses().toList()) {
                if (isIncluded(own) && !own.equals(taken) && isUsable(own)) {
                    tryOut(own, port);
                }
            }
        }
    }

    /** Whether a socket of all addresses includes this one: Java opens 0.0.0.0 for IPv6 as well. */
    private static boolean isIncluded(InetAddress own) {
        return own instanceof Inet4Address || !Boolean.getBoolean("java.net.preferIPv4Stack");
    }

    /** Whether sockets can be opened there: an IPv6 address cannot be used while the system looks for a duplicate. */
    private static boolean isUsable(InetAddress own) {
        try {
            tryOut(own, 0);
            return true;
        } catch (IOException unusable) {
            return false;
        }
    }

    private static void tryOut(InetAddress address, int port) throws IOException {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, port), 1);
        } catch (BindException e) {
            throw new BindException(e.getMessage() + " (" + address.getHostAddress() + ")");
        }
    }
}
