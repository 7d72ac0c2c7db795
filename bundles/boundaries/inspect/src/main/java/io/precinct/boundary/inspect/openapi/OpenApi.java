package io.precinct.boundary.inspect.openapi;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.DeployedFormatter;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The routes of a service as an OpenAPI 3.1 document. */
public final class OpenApi {
    /** The methods that a path item has a place for; others become extensions. */
    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private static final String DESCRIPTION =
            "Data is described as JSON; x-precinct-renderings names what else it is rendered in by Accept, errors as"
                    + " application/problem+json among it. Every operation answers a probe (X-Service-Verify, or _verify"
                    + " in the query) and a trace (X-Service-Trace): an object gets members, anything else is answered as"
                    + " {body, _verify, _trace}. x-precinct-forms names parameters that give an answer another form.";

    private static final Schema OBJECT = Schema.map(Schema.any());

    /**
     * The parts of a document.
     *
     * @param service its name
     * @param tags names of the families
     * @param renderings media types that data can be rendered in
     */
    private record Document(
            String service,
            String version,
            Set<String> tags,
            Map<String, @Nullable Object> paths,
            Map<String, @Nullable Object> components,
            List<String> renderings) {
        static final View<Document> VIEW = View.<Document>object()
                .with("openapi", Schema.text().matching("^3\\.1\\.").example("3.1.0"), _ -> "3.1.0")
                .with(
                        "info",
                        OBJECT.example(Data.map("title", "precinct", "version", "1.0.0")),
                        document -> info(document.service, document.version))
                .with("servers", Schema.list(OBJECT), _ -> Data.list(Data.map("url", "/")))
                // No authentication is required unless an operation states otherwise.
                .with("security", Schema.list(OBJECT), _ -> List.of())
                .with(
                        "tags",
                        Schema.list(OBJECT),
                        document -> document.tags.stream().map(OpenApi::tag).toList())
                .with("paths", OBJECT, Document::paths)
                .with("components", OBJECT, Document::components)
                .with("x-precinct-renderings", Schema.list(Schema.text()), Document::renderings)
                .open();
    }

    /** The schema of a document. */
    public static final Schema SCHEMA = Document.VIEW.schema();

    private OpenApi() {}

    /**
     * The document.
     *
     * @param service name of the service
     * @param version version of the runtime
     * @param routes routes in the order of the document
     * @param plugins the deployed plug-ins
     * @return plain data
     */
    public static Map<String, @Nullable Object> of(
            String service, String version, List<RouteView> routes, PluginSnapshot plugins) {
        var parts = new SharedComponents();
        Set<String> tags = new TreeSet<>();
        Map<String, @Nullable Object> paths = paths(routes, parts, tags);
        return Document.VIEW.toData(
                new Document(service, version, tags, paths, Components.of(parts), mediaTypes(plugins)));
    }

    private static Map<String, @Nullable Object> info(String service, String version) {
        return Data.map(
                "title", service,
                "version", version,
                "description", DESCRIPTION,
                "contact", Data.map("name", "The operator of " + service));
    }

    private static Map<String, @Nullable Object> tag(String name) {
        return Data.map(
                "name",
                name,
                "description",
                name.equals(Operation.SERVICE)
                        ? "Routes that have a name of their own."
                        : "The routes of the family " + name + ".");
    }

    /** The media types that data can be rendered in, JSON included. */
    private static List<String> mediaTypes(PluginSnapshot plugins) {
        return plugins.formatters().values().stream()
                .sorted(Comparator.comparingInt(DeployedFormatter::order))
                .flatMap(formatter -> formatter.mediaTypes().stream())
                .distinct()
                .toList();
    }

    private static Map<String, @Nullable Object> paths(
            List<RouteView> routes, SharedComponents parts, Set<String> tags) {
        var templates = new LinkedHashMap<String, PathTemplate>();
        var items = new LinkedHashMap<String, MapBuilder>();
        for (RouteView route : routes) {
            PathTemplate own = PathTemplate.of(route.path());
            PathTemplate shared = templates.computeIfAbsent(own.structure(), _ -> own);
            var operation = new Operation(route, own.namesIn(shared), parts);
            tags.add(operation.tag());
            MapBuilder item = items.computeIfAbsent(shared.text(), _ -> Data.mapBuilder());
            item.put(key(route, item), operation.toData());
        }
        MapBuilder paths = Data.mapBuilder();
        items.forEach((template, item) -> paths.put(template, item.build()));
        return paths.build();
    }

    /**
     * OpenAPI has one operation per method and path; a second one (a wildcard beside a variable) becomes an extension.
     */
    private static String key(RouteView route, MapBuilder item) {
        boolean place = METHODS.contains(route.method()) && !item.contains(route.method());
        return place ? route.method() : "x-precinct-" + route.method() + "-" + route.name();
    }
}
