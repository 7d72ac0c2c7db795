package io.precinct.boundary.inspect.openapi;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.api.shape.Shape;
import io.precinct.shapes.JsonSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requirements of the boundaries in the user slots of a route for each part of a request: the declarations of their
 * contracts, and further requirements of their shapes.
 */
final class Requirements {
    /** Headers that OpenAPI does not describe as parameters. */
    private static final Set<String> NO_PARAMETERS = Set.of("accept", "content-type", "authorization");

    private final Map<String, List<Map<String, @Nullable Object>>> path = new LinkedHashMap<>();
    private final Map<String, List<Map<String, @Nullable Object>>> query = new LinkedHashMap<>();
    private final Map<String, List<Map<String, @Nullable Object>>> headers = new LinkedHashMap<>();
    private final List<Map<String, @Nullable Object>> body = new ArrayList<>();

    private final Contract contract;
    private final Map<String, String> variables;
    private final SharedComponents parts;

    private Requirements(Contract contract, Map<String, String> variables, SharedComponents parts) {
        this.contract = contract;
        this.variables = variables;
        this.parts = parts;
        variables.keySet().forEach(name -> path.put(name, new ArrayList<>()));
    }

    /**
     * Collects requirements.
     *
     * @param contract the contract of all boundaries together
     * @param variables names of the path's variables in the document, by their names in the route; all of them are
     *     parameters, even if nothing else names them
     */
    static Requirements of(
            List<Declaration> declarations, Contract contract, Map<String, String> variables, SharedComponents parts) {
        var requirements = new Requirements(contract, variables, parts);
        for (Declaration declaration : declarations) {
            Shape.Fields input = declaration.inputShape();
            requirements.params(input.field("params"));
            collect(input.field("query"), requirements.query);
            collect(input.field("headers"), requirements.headers);
        }
        return requirements;
    }

    private void params(@Nullable Shape params) {
        switch (params) {
            case Shape.Fields fields -> {
                var members = new LinkedHashMap<String, Shape>();
                fields.fields().forEach((name, shape) -> {
                    List<Map<String, @Nullable Object>> schemas = path.get(name);
                    if (schemas == null) {
                        members.put(name, shape);
                    } else {
                        schemas.add(JsonSchema.ofText(shape));
                    }
                });
                if (!members.isEmpty()) {
                    body.add(JsonSchema.of(new Shape.Fields(members)));
                }
            }
            case Shape.Match match -> body.add(JsonSchema.of(match));
            case Shape.Literal literal -> body.add(JsonSchema.of(literal));
            case Shape.Items items -> body.add(JsonSchema.of(items));
            case Shape.Present _ -> {}
            case null -> {}
        }
    }

    private static void collect(@Nullable Shape shape, Map<String, List<Map<String, @Nullable Object>>> into) {
        if (shape instanceof Shape.Fields fields) {
            fields.fields()
                    .forEach((name, field) ->
                            into.computeIfAbsent(name, _ -> new ArrayList<>()).add(JsonSchema.ofText(field)));
        }
    }

    /** The parameters, path variables first. */
    List<Map<String, @Nullable Object>> parameters() {
        List<Map<String, @Nullable Object>> parameters = new ArrayList<>();
        path.forEach((String name, List<Map<String, @Nullable Object>> schemas) ->
                parameters.add(one(Parameter.Place.PATH, name, schemas)));
        rest(Parameter.Place.QUERY, query, parameters);
        rest(Parameter.Place.HEADER, headers, parameters);
        return parameters;
    }

    private void rest(
            Parameter.Place place,
            Map<String, List<Map<String, @Nullable Object>>> required,
            List<Map<String, @Nullable Object>> into) {
        for (Parameter parameter : contract.parameters()) {
            if (parameter.place() == place) {
                into.add(parameter(parameter, variables, parts));
            }
        }
        required.forEach((String name, List<Map<String, @Nullable Object>> schemas) -> {
            boolean isDeclared = declared(place, name) != null;
            if (!isDeclared
                    && !(place == Parameter.Place.HEADER && NO_PARAMETERS.contains(name.toLowerCase(Locale.ROOT)))) {
                into.add(one(place, name, schemas));
            }
        });
    }

    private @Nullable Parameter declared(Parameter.Place place, String name) {
        return contract.parameters().stream()
                .filter(parameter -> parameter.place() == place)
                .filter(parameter -> place == Parameter.Place.HEADER
                        ? parameter.name().equalsIgnoreCase(name)
                        : parameter.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** A parameter as its contract declares it, otherwise as described by the shapes that require it. */
    private Map<String, @Nullable Object> one(
            Parameter.Place place, String name, List<Map<String, @Nullable Object>> schemas) {
        Parameter declared = declared(place, name);
        if (declared != null) {
            return parameter(declared, variables, parts);
        }
        return Data.map(
                "name",
                place == Parameter.Place.PATH ? variables.getOrDefault(name, name) : name,
                "in",
                place.name().toLowerCase(Locale.ROOT),
                "required",
                true,
                "schema",
                schemas.isEmpty() ? Data.map("type", "string") : all(schemas));
    }

    /** A parameter that a contract declares. */
    static Map<String, @Nullable Object> parameter(
            Parameter parameter, Map<String, String> variables, SharedComponents parts) {
        boolean variable = parameter.place() == Parameter.Place.PATH;
        MapBuilder data = Data.mapBuilder()
                .put("name", variable ? variables.getOrDefault(parameter.name(), parameter.name()) : parameter.name())
                .put("in", parameter.place().name().toLowerCase(Locale.ROOT))
                .put("required", parameter.required());
        if (parameter.description() != null) {
            data.put("description", parameter.description());
        }
        return data.put("schema", parts.schema(parameter.schema())).build();
    }

    /** Whether anything declares or requires a body. */
    boolean hasBody() {
        return !body.isEmpty() || contract.body() != null;
    }

    /** The body, in each of these media types. */
    Map<String, @Nullable Object> requestBody(List<String> mediaTypes) {
        Schema declared = contract.body();
        MapBuilder content = Data.mapBuilder();
        for (String mediaType : mediaTypes) {
            if (!mediaType.equals(Components.JSON) && !mediaType.endsWith("+json")) {
                content.put(mediaType, Data.map("schema", raw(mediaType)));
            } else if (declared != null) {
                content.put(
                        mediaType,
                        Data.mapBuilder()
                                .put("schema", parts.schema(declared))
                                .putAll(parts.examples(declared))
                                .build());
            } else {
                content.put(mediaType, Data.map("schema", body.isEmpty() ? Data.map("type", "object") : all(body)));
            }
        }
        boolean required = declared == null ? !body.isEmpty() : contract.bodyRequired();
        return Data.map("content", content.build(), "required", required);
    }

    private static Map<String, @Nullable Object> raw(String mediaType) {
        return mediaType.startsWith("text/")
                ? Data.map("type", "string")
                : Data.map("type", "string", "format", "binary");
    }

    private static Map<String, @Nullable Object> all(List<Map<String, @Nullable Object>> schemas) {
        return schemas.size() == 1 ? schemas.getFirst() : Data.map("allOf", schemas);
    }
}
