package io.precinct.tools;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tools as of a moment, each with the operations whose routes are deployed. Immutable. */
record DeployedTools(Map<String, DeployedTool> tools) {
    private static final Logger LOG = LoggerFactory.getLogger(DeployedTools.class);

    /** The output schema of every tool. */
    private static final Map<String, @Nullable Object> OUTPUT = Schema.object()
            .with("status", Schema.integer())
            .with("data", Schema.any())
            .toData();

    /** A tool and its operations. */
    record DeployedTool(ToolDescription description, Map<String, ToolOperation> operations) {
        /** Returns the schema of the tool's arguments. */
        Map<String, @Nullable Object> input() {
            Schema schema = Schema.object().with(ToolDescription.OPERATION, Schema.oneOf(operations.keySet()));
            for (Map.Entry<String, Schema> argument : description.arguments().entrySet()) {
                schema = schema.optionally(argument.getKey(), argument.getValue());
            }
            return schema.toData();
        }

        Map<String, @Nullable Object> output() {
            return OUTPUT;
        }

        /** Whether no operation of the tool changes anything. */
        boolean isReading() {
            return description.reading() || operations.values().stream().allMatch(ToolOperation::isReading);
        }

        /** Returns the same tool with only the operations that change nothing. */
        DeployedTool reading() {
            if (isReading()) {
                return this;
            }
            Map<String, ToolOperation> reading = new LinkedHashMap<>(operations);
            reading.values().removeIf(operation -> !operation.isReading());
            return new DeployedTool(description, reading);
        }
    }

    DeployedTools {
        tools = Collections.unmodifiableMap(tools);
    }

    /** Returns the tools and operations that change nothing. */
    DeployedTools reading() {
        Map<String, DeployedTool> reading = new TreeMap<>();
        tools.forEach((name, tool) -> reading.put(name, tool.reading()));
        reading.values().removeIf(tool -> tool.operations().isEmpty());
        return new DeployedTools(reading);
    }

    /** Returns the descriptions of the tools of a snapshot. A tool that throws is left out and logged. */
    static List<ToolDescription> descriptions(PluginSnapshot snapshot) {
        List<ToolDescription> descriptions = new ArrayList<>();
        for (Plugin<?> plugin : snapshot.extensions().values()) {
            if (plugin.service() instanceof Tool tool) {
                try {
                    descriptions.add(tool.description());
                } catch (RuntimeException e) {
                    LOG.warn("the tool {} of {} does not say what it does", plugin.name(), plugin.generation(), e);
                }
            }
        }
        return List.copyOf(descriptions);
    }

    /**
     * Returns the tools as of a moment, by name.
     *
     * @param routes the active routes; a plug-in is present shortly before its routes are active
     */
    static DeployedTools of(List<ToolDescription> descriptions, PluginSnapshot snapshot, List<RouteView> routes) {
        Map<String, RouteView> serving = new HashMap<>();
        routes.forEach(route -> serving.put(route.name(), route));
        Map<String, DeployedTool> tools = new TreeMap<>();
        descriptions.forEach(description -> add(tools, description, snapshot, serving));
        return new DeployedTools(tools);
    }

    private static void add(
            Map<String, DeployedTool> tools,
            ToolDescription description,
            PluginSnapshot snapshot,
            Map<String, RouteView> serving) {
        Map<String, ToolOperation> operations = new LinkedHashMap<>();
        description.operations().forEach((name, route) -> {
            DeployedBoundary boundary = snapshot.boundaries().get(route);
            RouteView served = serving.get(route);
            RouteDeclaration declared = boundary == null ? null : boundary.route();
            if (boundary != null && declared != null && served != null) {
                operations.put(
                        name,
                        new ToolOperation(
                                name,
                                declared.at(served.method(), served.path()), // configuration may have moved the route
                                boundary.declaration().contract()));
            }
        });
        if (!operations.isEmpty()) {
            tools.put(description.name(), new DeployedTool(description, operations));
        }
    }

    /** Returns the refusal of a call in the form in which a tool responds. */
    static Map<String, @Nullable Object> refusal(int status, String error, String code, List<String> allowed) {
        return Data.map("status", status, "data", Data.map("error", error, "code", code, "allowed", allowed));
    }
}
