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

/** The currently deployed tools, looked up for every request. Thread-safe. */
final class CurrentTools {
    private final Inspection inspection;
    private final Function<DeployedTools, McpHandler> handlers;
    private volatile @Nullable Current current;

    /**
     * The tools as of a moment. Refers to no plug-in and no route, since that would keep a removed bundle in memory.
     *
     * @param revision the revision of the plug-ins that supplied the descriptions
     */
    private record Current(
            long revision, List<ToolDescription> descriptions, DeployedTools tools, Map<Offer, McpHandler> handlers) {}

    /**
     * Creates a view of the deployed tools.
     *
     * @param handlers creates the protocol handler for some tools
     */
    CurrentTools(Inspection inspection, Function<DeployedTools, McpHandler> handlers) {
        this.inspection = inspection;
        this.handlers = handlers;
    }

    /** Returns the protocol handler for the tools that are deployed and part of the offer. */
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
