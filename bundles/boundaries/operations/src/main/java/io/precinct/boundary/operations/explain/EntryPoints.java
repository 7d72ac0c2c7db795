package io.precinct.boundary.operations.explain;

import io.precinct.common.uri.ExposedPaths;
import io.precinct.common.uri.HostNames;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.inspect.Inspection.RouteView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a request is let in: by its Host, and at the gateway if there is one. */
final class EntryPoints {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final @Nullable Configuration configuration;
    private final AskedRequest asked;
    private final int gatewayPort;
    private final boolean taken;
    private final @Nullable String hidden;

    /**
     * Finds the entry points for a request.
     *
     * @param route the route that takes the request, or null
     */
    EntryPoints(ExplainContext context, AskedRequest asked, @Nullable RouteView route) {
        this.configuration = context.configuration();
        this.asked = asked;
        this.gatewayPort = configuration != null && configuration.gateway().get("port") instanceof Number port
                ? port.intValue()
                : -1;
        this.taken = route != null;
        this.hidden = route == null || configuration == null ? null : hidden(configuration, asked, route);
    }

    private static @Nullable String hidden(Configuration configuration, AskedRequest asked, RouteView route) {
        List<String> patterns = configuration.gateway().get("expose") instanceof List<?> listed
                ? listed.stream().map(String::valueOf).toList()
                : List.of();
        if (route.access().equals("admin") || route.exposure().equals("never")) {
            return "route " + route.name() + " is never exposed";
        }
        if (configuration.gateway().get("console") != null) {
            return null; // exposed at least to users with the role
        }
        if (route.exposure().equals("operators")) {
            return "route " + route.name() + " is exposed only to the role of gateway.console, which is not configured";
        }
        if (new ExposedPaths(patterns).admits(asked.path())) {
            return patterns.isEmpty() && route.exposure().equals("configured")
                    ? "route " + route.name() + " is exposed only if gateway.expose lists it"
                    : null;
        }
        return patterns.isEmpty() ? "it exposes no path of this kind" : "gateway.expose does not list its path";
    }

    /** Whether the request is let in at its address. */
    boolean admits() {
        return acceptsHost() && (!atGateway() || hidden == null);
    }

    /** Whether the gateway exposes the request; null if there is no gateway, or no route takes the request. */
    @Nullable
    Boolean exposed() {
        return gatewayPort < 0 || !taken ? null : hidden == null;
    }

    private boolean atGateway() {
        return gatewayPort >= 0 && asked.port() == gatewayPort;
    }

    private boolean acceptsHost() {
        String host = asked.host();
        if (host == null || configuration == null) {
            return true;
        }
        List<String> accepted = new ArrayList<>(LOOPBACK);
        configuration.http().hosts().forEach(one -> accepted.add(HostNames.canonical(one)));
        accepted.add(HostNames.canonical(configuration.http().bind()));
        String name = HostNames.canonical(host);
        boolean isAddress = name.startsWith("[") || name.matches("[0-9.]+");
        return isAddress || accepted.contains(name) || accepted.contains(name + ":" + asked.port());
    }

    /** Why the request is not let in, as the end of a sentence; empty if it is. */
    String sentence() {
        String host = acceptsHost()
                ? ""
                : "; requests to the host " + asked.host() + " are answered 403, add it to hosts in service.yml";
        String gateway = gatewayPort < 0 || hidden == null
                ? ""
                : "; the gateway on port " + gatewayPort + " does not expose it: " + hidden;
        return host + gateway;
    }
}
