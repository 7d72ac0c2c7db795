package io.precinct.http;

import io.precinct.common.uri.HostNames;
import io.precinct.core.api.config.HttpSettings;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pages of other sites from using a visitor's browser against this service.
 *
 * <p>A request whose {@code Host} is not one of ours is refused: a page that rebinds its own name to this machine still
 * sends that name. A request with an unsafe method from a foreign page is refused as well, and so is any request
 * to a route that declares so; browsers reveal it by {@code Origin} and {@code Sec-Fetch-Site}, other clients send
 * neither. Pages of the configured origins may call (CORS).
 *
 * <p>Thread-safe.
 */
final class BrowserGuard {
    private static final String PREFLIGHT_SECONDS = "600";
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    /** Accepted hosts in canonical form; an entry without port accepts any port. */
    private final Set<String> hosts;
    /** Hosts configured by the operator, under which a proxy in front of this service may serve. */
    private final Set<String> named;

    private final Set<String> origins;
    /** The Host accepted last; a string is published safely, so a race only costs another check. */
    private String lastHost = "localhost";

    BrowserGuard(HttpSettings settings) {
        named = settings.hosts().stream().map(HostNames::canonical).collect(Collectors.toUnmodifiableSet());
        origins = settings.corsOrigins().stream()
                .map(origin -> origin.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        var all = new HashSet<>(named);
        all.addAll(List.of("localhost", "127.0.0.1", HostNames.canonical("[::1]")));
        all.add(HostNames.canonical(bracketed(settings.bind())));
        // Bound to every address, it is reached under none of these names, and browsers route 0.0.0.0 to this machine.
        all.removeAll(List.of("0.0.0.0", HostNames.canonical("[::]")));
        hosts = Set.copyOf(all);
    }

    /**
     * Checks a request and sets the CORS headers of its answer.
     *
     * @param refusing whether the route of the request refuses foreign pages whatever the method; asked for such only
     * @return what to answer instead of dispatching it, or null
     */
    @Nullable
    DirectAnswer check(Request request, HttpFields.Mutable answer, BooleanSupplier refusing) {
        HttpFields fields = request.getHeaders();
        String host = fields.get(HttpHeader.HOST);
        if (host == null || !host.equals(lastHost)) {
            DirectAnswer foreign = checkHost(request, host);
            if (foreign != null) {
                return foreign;
            }
        }
        return checkOrigin(fields, request, answer, refusing);
    }

    private @Nullable DirectAnswer checkHost(Request request, @Nullable String field) {
        String authority = authority(request);
        if (field != null && authority != null && !HostNames.canonical(field).equals(HostNames.canonical(authority))) {
            return foreignHost(field);
        }
        String host = field == null ? authority : field;
        if (host == null) {
            // HTTP/1.0 only: no browser omits it.
            return null;
        }
        if (!accepted(host, request)) {
            return foreignHost(host);
        }
        if (field != null) {
            lastHost = host;
        }
        return null;
    }

    /** What HTTP/2 sends instead of a Host header, or null. */
    static @Nullable String authority(Request request) {
        return switch (request.getConnectionMetaData().getHttpVersion()) {
            case HTTP_2 -> request.getHttpURI().getAuthority();
            default -> null;
        };
    }

    private boolean accepted(String host, Request request) {
        String full = HostNames.canonical(host);
        String name = withoutPort(full);
        return hosts.contains(name) || hosts.contains(full) || name.equals(localAddress(request));
    }

    /** The address that the client has reached, which it may always name: an address cannot be rebound. */
    private static @Nullable String localAddress(Request request) {
        return request.getConnectionMetaData().getLocalSocketAddress() instanceof InetSocketAddress local
                ? HostNames.of(local.getAddress())
                : null;
    }

    private @Nullable DirectAnswer checkOrigin(
            HttpFields fields, Request request, HttpFields.Mutable answer, BooleanSupplier refusing) {
        String origin = fields.get(HttpHeader.ORIGIN);
        boolean allowed = origin != null && allows(origin);
        if (!origins.isEmpty()) {
            answer.add(HttpHeader.VARY, "Origin");
            if (allowed) {
                answer.put("Access-Control-Allow-Origin", origin);
                answer.put("Access-Control-Expose-Headers", "*");
            }
        }
        String method = request.getMethod();
        if (allowed) {
            return method.equals("OPTIONS") ? preflight(fields, answer) : null;
        }
        String pages = foreignPages(origin, fields, request);
        return pages == null || SAFE.contains(method) && !refusing.getAsBoolean()
                ? null
                : DirectAnswer.of(
                        403,
                        "foreign_origin",
                        "requests from pages of " + pages + " are not allowed; see cors.origins");
    }

    /** Whose page sends the request; null if it is one of ours, or no page. */
    private @Nullable String foreignPages(@Nullable String origin, HttpFields fields, Request request) {
        if (origin != null && !own(origin, request)) {
            return origin;
        }
        String site = fields.get("Sec-Fetch-Site");
        return site == null || site.equals("same-origin") || site.equals("none") ? null : "another site";
    }

    private boolean allows(String origin) {
        return !origins.isEmpty() && (origins.contains(origin.toLowerCase(Locale.ROOT)) || origins.contains("*"));
    }

    private static @Nullable DirectAnswer preflight(HttpFields fields, HttpFields.Mutable answer) {
        String method = fields.get("Access-Control-Request-Method");
        if (method == null) {
            return null;
        }
        answer.put("Access-Control-Allow-Methods", method);
        String headers = fields.get("Access-Control-Request-Headers");
        if (headers != null) {
            answer.put("Access-Control-Allow-Headers", headers);
        }
        answer.put("Access-Control-Max-Age", PREFLIGHT_SECONDS);
        answer.add(HttpHeader.VARY, "Access-Control-Request-Method, Access-Control-Request-Headers");
        return DirectAnswer.PREFLIGHT;
    }

    /** Whether this service served the page of this origin, directly or under a name of its proxy. */
    private boolean own(String origin, Request request) {
        int scheme = origin.indexOf("://");
        if (scheme < 0) {
            return false;
        }
        String site = HostNames.canonical(origin.substring(scheme + 3));
        String field = request.getHeaders().get(HttpHeader.HOST);
        String host = field == null ? authority(request) : field;
        return host != null && site.equals(HostNames.canonical(host)) || named.contains(site);
    }

    private static DirectAnswer foreignHost(String host) {
        return DirectAnswer.of(
                403, "foreign_host", "this service does not answer as " + host + "; see hosts in service.yml");
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    }

    private static String bracketed(String address) {
        return address.indexOf(':') >= 0 && !address.startsWith("[") ? "[" + address + "]" : address;
    }
}
