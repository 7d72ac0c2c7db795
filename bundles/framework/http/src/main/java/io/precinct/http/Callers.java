package io.precinct.http;

import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.dispatch.Caller;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines who sent a request. What a client claims about itself does not count: the address is the socket's, unless
 * the socket belongs to a proxy that the configuration trusts. Thread-safe.
 */
final class Callers {
    private static final Logger LOG = LoggerFactory.getLogger(Callers.class);
    private static final String SCHEME = "Bearer ";

    private final List<Network> proxies;
    private final byte @Nullable [] token;
    /** The last caller without a token; immutable, so a race only costs building it again. */
    private @Nullable Known last;

    private record Known(InetAddress peer, Caller caller) {}

    /**
     * Callers of a listener.
     *
     * @param token makes a caller over loopback an administrator, or null if nobody is one
     */
    Callers(HttpSettings settings, @Nullable String token) {
        this.token = token == null || token.isEmpty() ? null : token.getBytes(StandardCharsets.UTF_8);
        var trusted = new ArrayList<Network>();
        for (String proxy : settings.trustedProxies()) {
            Network network = Network.parse(proxy);
            if (network == null) {
                LOG.warn(
                        "trusted_proxies: expected an IP address or a range such as 10.0.0.0/8, got {};"
                                + " its forwarded headers are not believed",
                        proxy);
            } else {
                trusted.add(network);
            }
        }
        this.proxies = List.copyOf(trusted);
    }

    /** The sender of this request. */
    Caller of(Request request) {
        if (!(request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress socket)
                || socket.getAddress() == null) {
            return new Caller("unknown", false, false, null, Set.of());
        }
        InetAddress peer = socket.getAddress();
        HttpFields fields = request.getHeaders();
        if (fields.contains(HttpHeader.FORWARDED) || fields.contains(HttpHeader.X_FORWARDED_FOR)) {
            // Through a proxy, trusted or not, nobody is certain to be on this machine.
            InetAddress client = trusts(peer) ? client(peer, fields) : peer;
            return new Caller(client.getHostAddress(), false, false, null, Set.of());
        }
        Caller direct = direct(peer);
        if (token == null || !direct.loopback()) {
            return direct;
        }
        String authorization = fields.get(HttpHeader.AUTHORIZATION);
        return authorization != null && isToken(authorization, token)
                ? new Caller(direct.address(), true, true, null, Set.of())
                : direct;
    }

    private boolean trusts(InetAddress address) {
        return proxies.stream().anyMatch(proxy -> proxy.contains(address));
    }

    private Caller direct(InetAddress peer) {
        Known known = last;
        if (known != null && known.peer().equals(peer)) {
            return known.caller();
        }
        var caller = new Caller(peer.getHostAddress(), peer.isLoopbackAddress(), false, null, Set.of());
        last = new Known(peer, caller);
        return caller;
    }

    private static boolean isToken(String authorization, byte[] token) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && MessageDigest.isEqual(
                        authorization.substring(SCHEME.length()).trim().getBytes(StandardCharsets.UTF_8), token);
    }

    /** The nearest hop that is no trusted proxy: anything further left may be invented. */
    private InetAddress client(InetAddress peer, HttpFields fields) {
        InetAddress nearest = peer;
        for (String hop : hops(fields).reversed()) {
            InetAddress address = literal(hop);
            if (address == null) {
                return nearest;
            }
            nearest = address;
            if (!trusts(address)) {
                return address;
            }
        }
        return nearest;
    }

    private static List<String> hops(HttpFields fields) {
        List<String> forwarded = fields.getCSV(HttpHeader.FORWARDED, true);
        if (forwarded.isEmpty()) {
            return fields.getCSV(HttpHeader.X_FORWARDED_FOR, false);
        }
        var hops = new ArrayList<String>();
        for (String element : forwarded) {
            // RFC 7239 §4: pairs in any order, names without regard to case, values perhaps quoted.
            hops.add(Arrays.stream(element.split(";", -1))
                    .map(String::trim)
                    .filter(pair -> pair.regionMatches(true, 0, "for=", 0, 4))
                    .map(pair -> pair.substring(4).replace("\"", ""))
                    .findFirst()
                    .orElse("unknown"));
        }
        return hops;
    }

    /** An address in the form of forwarded headers, with or without brackets and port; null for anything else. */
    private static @Nullable InetAddress literal(String text) {
        String address = text.trim();
        if (address.startsWith("[")) {
            int end = address.indexOf(']');
            address = end < 0 ? address : address.substring(1, end);
        } else if (address.indexOf(':') == address.lastIndexOf(':') && address.indexOf(':') > 0) {
            address = address.substring(0, address.indexOf(':'));
        }
        try {
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException notAnAddress) {
            return null;
        }
    }
}
