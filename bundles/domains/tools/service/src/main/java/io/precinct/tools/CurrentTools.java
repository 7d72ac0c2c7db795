package io.precinct.tools;

import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.tools.api.ToolDescription;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tools of what is deployed now, looked up whenever somebody asks. Thread-safe. */
final class CurrentTools {
    private final Inspection inspection;
    private final Function<DeployedTools, McpHandler> handlers;
    private volatile @Nullable Current current;

    /**
     * What was made of a moment. It holds no plug-in and no route, which would keep a bundle in memory after it went.
     *
     * @param revision of the plug-ins whose tools were asked what they do
     */
    private record Current(
            long revision, List<ToolDescription> descriptions, DeployedTools tools, Map<Offer, McpHandler> handlers) {}

    /**
     * The tools that are deployed.
     *
     * @param handlers makes the protocol for some tools
     */
    CurrentTools(Inspection inspection, Function<DeployedTools, McpHandler> handlers) {
        this.inspection = inspection;
        this.handlers = handlers;
    }

    /** The protocol for the tools that are deployed and offered. */
    McpHandler handler(Offer offer) {
        PluginSnapshot plugins = inspection.plugins();
        List<Inspection.RouteView> routes = inspection.routes();
        Current known = current;
        List<ToolDescription> descriptions = known != null && known.revision == plugins.revision()
                ? known.descriptions
                : DeployedTools.descriptions(plugins);
        DeployedTools tools = DeployedTools.of(descriptions, plugins, routes);
        if (known == null || known.revision != plugins.revision() || !known.tools.equals(tools)) {
            var offered = new EnumMap<Offer, McpHandler>(Offer.class);
            offered.put(Offer.ALL, handlers.apply(tools));
            offered.put(Offer.READING, handlers.apply(tools.reading()));
            known = new Current(plugins.revision(), descriptions, tools, offered);
            current = known;
        }
        return Objects.requireNonNull(known.handlers.get(offer));
    }
}
