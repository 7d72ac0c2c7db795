package io.precinct.common.uri;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;

/** Hosts in the one form in which they are compared. Stateless. */
public final class HostNames {
    private HostNames() {}

    /**
     * A host as it stands in a URI, optionally with a port: in lower case, without the dot at the end of an absolute
     * name (RFC 1034 §3.1), an IPv6 address in its one canonical form and without zone. What is no host is only
     * lower-cased.
     */
    public static String canonical(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        int bracket = lower.indexOf(']');
        if (lower.startsWith("[") && bracket >= 0) {
            return canonicalAddress(lower, bracket);
        }
        int colon = lower.lastIndexOf(':');
        int end = colon < 0 ? lower.length() : colon;
        return end > 1 && lower.charAt(end - 1) == '.' && lower.charAt(end - 2) != '.'
                ? lower.substring(0, end - 1) + lower.substring(end)
                : lower;
    }

    private static String canonicalAddress(String host, int bracket) {
        int zone = host.indexOf('%');
        try {
            var address = InetAddress.ofLiteral(host.substring(1, zone < 0 || zone > bracket ? bracket : zone));
            return of(address) + host.substring(bracket + 1);
        } catch (IllegalArgumentException notAnAddress) {
            return host;
        }
    }

    /** An address as a host: without zone, in brackets if it has colons. */
    public static String of(InetAddress address) {
        try {
            String text = InetAddress.getByAddress(address.getAddress()).getHostAddress();
            return text.indexOf(':') >= 0 ? "[" + text + "]" : text;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
