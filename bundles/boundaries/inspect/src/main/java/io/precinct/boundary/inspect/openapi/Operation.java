package io.precinct.boundary.inspect.openapi;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.inspect.Inspection.Step;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A route as an OpenAPI operation. */
final class Operation {
    private static final Set<String> WITH_BODY = Set.of("post", "put", "patch");

    private final RouteView route;
    private final Map<String, String> variables;
    private final List<String> mediaTypes;
    private final List<DeployedBoundary> slots;

    /**
     * An operation.
     *
     * @param variables names of the path's variables in the document, by their names in the route
     * @param mediaTypes that formatters render answers in
     */
    Operation(RouteView route, Map<String, String> variables, List<String> mediaTypes) {
        this.route = route;
        this.variables = variables;
        this.mediaTypes = mediaTypes;
        this.slots = slots(route);
    }

    private static List<DeployedBoundary> slots(RouteView route) {
        List<DeployedBoundary> slots = new ArrayList<>();
        for (Step step : route.chain()) {
            DeployedBoundary deployed = step.deployed();
            if (deployed != null && step.slot().equals("user")) {
                slots.add(deployed);
            }
        }
        return slots;
    }

    /** The boundary whose payload is answered, or null where none of a known output is deployed. */
    @Nullable
    DeployedBoundary answering() {
        return slots.reversed().stream()
                .filter(slot -> slot.declaration().outputShape() != null)
                .findFirst()
                .orElse(null);
    }

    Map<String, @Nullable Object> toData() {
        List<Declaration> declarations =
                slots.stream().map(DeployedBoundary::declaration).toList();
        var requirements = Requirements.of(declarations, variables);
        MapBuilder operation = Data.mapBuilder()
                .put("operationId", route.name())
                .put("tags", Data.list(tag()))
                .put("summary", summary())
                .put("parameters", parameters(requirements));
        if (requirements.needsBody() || WITH_BODY.contains(route.method())) {
            operation.put("requestBody", requestBody(requirements));
        }
        operation.put("responses", responses());
        if (route.access().equals("admin")) {
            operation.put("security", Data.list(Data.map(Components.TOKEN, List.of())));
        }
        operation.put("x-precinct-boundaries", route.boundaries());
        if (!route.scenarios().isEmpty()) {
            operation.put("x-precinct-scenarios", route.scenarios());
        }
        if (!route.missing().isEmpty()) {
            operation.put("x-precinct-missing", route.missing());
        }
        return operation.build();
    }

    private String tag() {
        int dot = route.name().indexOf('.');
        return dot > 0 ? route.name().substring(0, dot) : "service";
    }

    private String summary() {
        DeployedBoundary answering = answering();
        String said = answering == null ? null : answering.declaration().description();
        return said == null ? route.method() + " " + route.path() : said;
    }

    private static List<Map<String, @Nullable Object>> parameters(Requirements requirements) {
        List<Map<String, @Nullable Object>> parameters = new ArrayList<>(requirements.parameters());
        Components.PARAMETERS.forEach(name -> parameters.add(Components.ref("parameters", name)));
        return parameters;
    }

    private Map<String, @Nullable Object> requestBody(Requirements requirements) {
        MapBuilder content = Data.mapBuilder();
        for (String mediaType : route.consumes()) {
            boolean json = mediaType.equals("application/json");
            content.put(mediaType, json ? Data.map("schema", requirements.bodySchema()) : Data.map());
        }
        return Data.map("content", content.build(), "required", requirements.needsBody());
    }

    private Map<String, @Nullable Object> responses() {
        MapBuilder content = Data.mapBuilder();
        for (String mediaType : mediaTypes) {
            content.put(mediaType, Data.map("schema", mediaType.equals("application/json") ? answer() : TEXT));
        }
        for (String mediaType : route.produces()) {
            content.put(mediaType, Data.map());
        }
        return Data.map(
                // Which success it is, the boundary says when it answers.
                "2XX",
                Data.map(
                        "description", "The answer.",
                        "headers", Data.map("X-Service-Seal", Components.ref("headers", Components.SEAL)),
                        "content", content.build()),
                "422",
                Components.ref("responses", Components.UNPROCESSABLE),
                "default",
                Components.ref("responses", Components.ERROR));
    }

    private static final Map<String, @Nullable Object> TEXT = Data.map("type", "string");

    private Map<String, @Nullable Object> answer() {
        DeployedBoundary answering = answering();
        Map<String, @Nullable Object> framework = Components.ref("schemas", Components.FRAMEWORK);
        return answering == null
                ? framework
                : Data.map(
                        "allOf", Data.list(Components.ref("schemas", Components.output(answering.name())), framework));
    }
}
