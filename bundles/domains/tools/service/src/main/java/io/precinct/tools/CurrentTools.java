package io.precinct.tools;

import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.tools.api.ToolDescription;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The currently deployed tools, looked up for every request. Thread-safe. */
final class CurrentTools {
    /** Users of one gateway have few sets of roles; more sets than this are forgotten and made again. */
    private static final int MOST_HANDLERS = 100;

    private final Inspection inspection;
    private final Reach reach;
    private final Function<DeployedTools, McpHandler> handlers;
    private volatile @Nullable Current current;

    /**
     * The tools as of a moment. Refers to no plug-in and no route, since that would keep a removed bundle in memory.
     *
     * @param revision the revision of the plug-ins that supplied the descriptions
     */
    private record Current(
            long revision,
            List<ToolDescription> descriptions,
            DeployedTools tools,
            ConcurrentMap<Shown, McpHandler> handlers) {}

    /** An offer as a caller sees it. */
    private record Shown(Offer offer, Reach.View view) {}

    /**
     * Creates a view of the deployed tools.
     *
     * @param handlers creates the protocol handler for some tools
     */
    CurrentTools(Inspection inspection, Reach reach, Function<DeployedTools, McpHandler> handlers) {
        this.inspection = inspection;
        this.reach = reach;
        this.handlers = handlers;
    }

    /** Returns the protocol handler for the tools that are deployed, part of the offer and shown to the caller. */
    McpHandler handler(Offer offer, Caller caller) {
        Current now = current();
        var shown = new Shown(offer, reach.of(caller));
        if (now.handlers.size() > MOST_HANDLERS) {
            now.handlers.clear();
        }
        return now.handlers.computeIfAbsent(shown, each -> handlers.apply(tools(now.tools, each)));
    }

    private static DeployedTools tools(DeployedTools all, Shown shown) {
        DeployedTools offered = shown.offer == Offer.READING ? all.reading() : all;
        return shown.view.isEverything() ? offered : offered.only(shown.view::shows);
    }

    private Current current() {
        PluginSnapshot plugins = inspection.plugins();
        List<Inspection.RouteView> routes = inspection.routes();
        Current known = current;
        List<ToolDescription> descriptions = known != null && known.revision == plugins.revision()
                ? known.descriptions
                : DeployedTools.descriptions(plugins);
        DeployedTools tools = DeployedTools.of(descriptions, plugins, routes);
        if (known == null || known.revision != plugins.revision() || !known.tools.equals(tools)) {
            known = new Current(plugins.revision(), descriptions, tools, new ConcurrentHashMap<>());
            current = known;
        }
        return known;
    }
}
