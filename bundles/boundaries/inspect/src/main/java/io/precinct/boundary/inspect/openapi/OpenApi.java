package io.precinct.boundary.inspect.openapi;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.DeployedFormatter;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.shapes.JsonSchema;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The routes of a service as an OpenAPI 3.1 document. */
public final class OpenApi {
    /** The methods that a path item has a place for; others become extensions. */
    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private static final String PROBLEM = "application/problem+json";

    private OpenApi() {}

    /**
     * The document.
     *
     * @param service name of the service
     * @param version of the runtime
     * @param routes in the order in which they are to stand
     * @param plugins what is deployed
     * @return plain data
     */
    public static Map<String, @Nullable Object> of(
            String service, String version, List<RouteView> routes, PluginSnapshot plugins) {
        List<String> mediaTypes = mediaTypes(plugins);
        List<String> answers =
                mediaTypes.stream().filter(type -> !type.equals(PROBLEM)).toList();
        List<String> errors =
                mediaTypes.stream().filter(type -> type.endsWith("json")).toList();
        var outputs = new LinkedHashMap<String, @Nullable Object>();
        Map<String, @Nullable Object> paths = paths(routes, answers, outputs);
        return Data.map(
                "openapi", "3.1.0",
                "info", Data.map("title", service, "version", version),
                "servers", Data.list(Data.map("url", "/")),
                // Whoever reaches the listener may call, unless an operation says otherwise.
                "security", List.of(),
                "paths", paths,
                "components", Components.of(outputs, errors));
    }

    private static List<String> mediaTypes(PluginSnapshot plugins) {
        List<String> types = plugins.formatters().values().stream()
                .sorted(Comparator.comparingInt(DeployedFormatter::order))
                .flatMap(formatter -> formatter.mediaTypes().stream())
                .distinct()
                .toList();
        return types.isEmpty() ? List.of("application/json") : types;
    }

    private static Map<String, @Nullable Object> paths(
            List<RouteView> routes, List<String> mediaTypes, Map<String, @Nullable Object> outputs) {
        var templates = new LinkedHashMap<String, PathTemplate>();
        var items = new LinkedHashMap<String, MapBuilder>();
        for (RouteView route : routes) {
            PathTemplate own = PathTemplate.of(route.path());
            PathTemplate shared = templates.computeIfAbsent(own.structure(), _ -> own);
            var operation = new Operation(route, own.namesIn(shared), mediaTypes);
            describeOutput(operation.answering(), outputs);
            MapBuilder item = items.computeIfAbsent(shared.text(), _ -> Data.mapBuilder());
            item.put(key(route, item), operation.toData());
        }
        MapBuilder paths = Data.mapBuilder();
        items.forEach((template, item) -> paths.put(template, item.build()));
        return paths.build();
    }

    /** OpenAPI has one place a method; what finds it taken (a wildcard beside a variable) stands as an extension. */
    private static String key(RouteView route, MapBuilder item) {
        boolean place = METHODS.contains(route.method()) && !item.contains(route.method());
        return place ? route.method() : "x-precinct-" + route.method() + "-" + route.name();
    }

    private static void describeOutput(@Nullable DeployedBoundary boundary, Map<String, @Nullable Object> outputs) {
        Shape.Fields shape = boundary == null ? null : boundary.declaration().outputShape();
        if (boundary != null && shape != null) {
            outputs.computeIfAbsent(Components.output(boundary.name()), _ -> JsonSchema.of(shape));
        }
    }
}
