package io.precinct.tools;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Schema;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tools as of a moment, each with the operations whose routes are deployed. Immutable. */
record DeployedTools(Map<String, DeployedTool> tools) {
    private static final Logger LOG = LoggerFactory.getLogger(DeployedTools.class);

    private static final int FEW = 5;

    private static final String OPERATIONS =
            "describe tells the arguments of the operation named in " + OperationHelp.OF;

    /** A tool and its operations. */
    record DeployedTool(ToolDescription description, Map<String, ToolOperation> operations) {
        /** Returns the names of the operations, and of the one that describes them. */
        Set<String> names() {
            Set<String> names = new LinkedHashSet<>(operations.keySet());
            names.add(OperationHelp.DESCRIBE);
            return names;
        }

        /** Returns the operations that accept an argument, but only a few names. */
        List<String> accepting(String argument) {
            return operations.values().stream()
                    .filter(operation -> operation.arguments().byName().containsKey(argument))
                    .map(ToolOperation::name)
                    .limit(FEW)
                    .toList();
        }

        /** Returns the schema of the tool's arguments. */
        Map<String, @Nullable Object> input() {
            Schema operation = Schema.oneOf(names()).describedAs(OPERATIONS);
            Schema schema = Schema.object().with(ToolDescription.OPERATION, operation);
            for (Map.Entry<String, Schema> argument : description.arguments().entrySet()) {
                schema = schema.optionally(argument.getKey(), argument.getValue());
            }
            return schema.toData();
        }

        /** Whether no operation of the tool changes anything. */
        boolean isReading() {
            return description.reading() || operations.values().stream().allMatch(ToolOperation::isReading);
        }

        /** Returns this tool with a further part of it. An operation that both have is that of this one. */
        DeployedTool and(DeployedTool part) {
            Map<String, ToolOperation> all = new LinkedHashMap<>(operations);
            part.operations.forEach((name, operation) -> {
                if (all.putIfAbsent(name, operation) != null) {
                    LOG.warn("the operation {} of the tool {} is declared twice", name, description.name());
                }
            });
            Map<String, Schema> arguments = new LinkedHashMap<>(description.arguments());
            part.description.arguments().forEach(arguments::putIfAbsent);
            Map<String, String> routes = new LinkedHashMap<>(part.description.operations());
            routes.putAll(description.operations());
            return new DeployedTool(
                    new ToolDescription(
                            description.name(),
                            description.sentence() + " " + part.description.sentence(),
                            description.reading() && part.description.reading(),
                            routes,
                            arguments),
                    all);
        }

        /** Returns the same tool with only some of its operations. */
        DeployedTool only(Predicate<ToolOperation> kept) {
            Map<String, ToolOperation> some = new LinkedHashMap<>(operations);
            some.values().removeIf(kept.negate());
            return some.size() == operations.size() ? this : new DeployedTool(description, some);
        }
    }

    DeployedTools {
        tools = Collections.unmodifiableMap(tools);
    }

    /** Returns the tools and operations that change nothing. */
    DeployedTools reading() {
        Map<String, DeployedTool> reading = new TreeMap<>();
        tools.forEach((name, tool) -> reading.put(name, tool.isReading() ? tool : tool.only(ToolOperation::isReading)));
        return new DeployedTools(reading).withoutEmpty();
    }

    /** Returns the tools with only some of their operations. */
    DeployedTools only(Predicate<ToolOperation> kept) {
        Map<String, DeployedTool> some = new TreeMap<>();
        tools.forEach((name, tool) -> some.put(name, tool.only(kept)));
        return new DeployedTools(some).withoutEmpty();
    }

    private DeployedTools withoutEmpty() {
        Map<String, DeployedTool> some = new TreeMap<>(tools);
        some.values().removeIf(tool -> tool.operations().isEmpty());
        return new DeployedTools(some);
    }

    /**
     * Returns the descriptions of the tools of a snapshot, each tool before its other parts. A tool that throws is left
     * out and logged.
     */
    static List<ToolDescription> descriptions(PluginSnapshot snapshot) {
        List<ToolDescription> descriptions = new ArrayList<>();
        List<Plugin<?>> plugins = new ArrayList<>(snapshot.extensions().values());
        plugins.sort(Comparator.comparing(Plugin::name)); // source before source.configuration
        for (Plugin<?> plugin : plugins) {
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
     * Returns the tools as of a moment, by name. Descriptions of one name are parts of one tool.
     *
     * @param descriptions in the order of their parts
     * @param routes the active routes; a plug-in is present shortly before its routes are active
     */
    static DeployedTools of(List<ToolDescription> descriptions, PluginSnapshot snapshot, List<RouteView> routes) {
        Map<String, RouteView> serving = new HashMap<>();
        routes.forEach(route -> serving.put(route.name(), route));
        Map<String, DeployedTool> tools = new TreeMap<>();
        for (ToolDescription description : descriptions) {
            Map<String, ToolOperation> operations = operations(description, snapshot, serving);
            if (!operations.isEmpty()) {
                tools.merge(description.name(), new DeployedTool(description, operations), DeployedTool::and);
            }
        }
        return new DeployedTools(tools);
    }

    private static Map<String, ToolOperation> operations(
            ToolDescription description, PluginSnapshot snapshot, Map<String, RouteView> serving) {
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
                                route,
                                // configuration may have moved the route
                                declared.at(served.method(), served.path()).permitting(served.permission()),
                                boundary.declaration().description(),
                                boundary.declaration().contract()));
            }
        });
        return operations;
    }
}
