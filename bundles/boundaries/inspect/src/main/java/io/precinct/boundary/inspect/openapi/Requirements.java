package io.precinct.boundary.inspect.openapi;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import io.precinct.shapes.JsonSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the boundaries in the user slots of a route ask of a request, sorted by where a client puts it. */
final class Requirements {
    /** Headers that OpenAPI does not describe as parameters. */
    private static final Set<String> NO_PARAMETERS = Set.of("accept", "content-type", "authorization");

    private final Map<String, List<Map<String, @Nullable Object>>> path = new LinkedHashMap<>();
    private final Map<String, List<Map<String, @Nullable Object>>> query = new LinkedHashMap<>();
    private final Map<String, List<Map<String, @Nullable Object>>> headers = new LinkedHashMap<>();
    private final List<Map<String, @Nullable Object>> body = new ArrayList<>();

    private final Map<String, String> variables;

    private Requirements(Map<String, String> variables) {
        this.variables = variables;
        variables.keySet().forEach(name -> path.put(name, new ArrayList<>()));
    }

    /**
     * Collects requirements.
     *
     * @param variables names of the path's variables in the document, by their names in the route; all of them are
     *     parameters, whether a shape names them or not
     */
    static Requirements of(List<Declaration> declarations, Map<String, String> variables) {
        var requirements = new Requirements(variables);
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
                        schemas.add(JsonSchema.of(shape));
                    }
                });
                if (!members.isEmpty()) {
                    body.add(JsonSchema.of(new Shape.Fields(members)));
                }
            }
            case Shape.Match match -> body.add(JsonSchema.of(match));
            case Shape.Literal literal -> body.add(JsonSchema.of(literal));
            case Shape.Present _ -> {}
            case null -> {}
        }
    }

    private static void collect(@Nullable Shape shape, Map<String, List<Map<String, @Nullable Object>>> into) {
        if (shape instanceof Shape.Fields fields) {
            fields.fields()
                    .forEach((name, field) ->
                            into.computeIfAbsent(name, _ -> new ArrayList<>()).add(JsonSchema.of(field)));
        }
    }

    /** The parameters, path variables first. */
    List<Map<String, @Nullable Object>> parameters() {
        List<Map<String, @Nullable Object>> parameters = new ArrayList<>();
        path.forEach((String name, List<Map<String, @Nullable Object>> schemas) ->
                parameters.add(parameter("path", variables.getOrDefault(name, name), schemas)));
        query.forEach((String name, List<Map<String, @Nullable Object>> schemas) ->
                parameters.add(parameter("query", name, schemas)));
        headers.forEach((String name, List<Map<String, @Nullable Object>> schemas) -> {
            if (!NO_PARAMETERS.contains(name.toLowerCase(Locale.ROOT))) {
                parameters.add(parameter("header", name, schemas));
            }
        });
        return parameters;
    }

    /** Whether a body must have members. */
    boolean needsBody() {
        return !body.isEmpty();
    }

    /** The schema of a JSON body; an object of any members where nothing is asked. */
    Map<String, @Nullable Object> bodySchema() {
        return body.isEmpty() ? Data.map("type", "object") : all(body);
    }

    private static Map<String, @Nullable Object> parameter(
            String place, String name, List<Map<String, @Nullable Object>> schemas) {
        List<Map<String, @Nullable Object>> saying =
                schemas.stream().filter(schema -> !schema.isEmpty()).toList();
        return Data.map(
                "name",
                name,
                "in",
                place,
                "required",
                true,
                "schema",
                saying.isEmpty() ? Data.map("type", "string") : all(saying));
    }

    private static Map<String, @Nullable Object> all(List<Map<String, @Nullable Object>> schemas) {
        return schemas.size() == 1 ? schemas.getFirst() : Data.map("allOf", schemas);
    }
}
