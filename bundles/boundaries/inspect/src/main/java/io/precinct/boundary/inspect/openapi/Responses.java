package io.precinct.boundary.inspect.openapi;

import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.shapes.JsonSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The responses of an operation, from its contract or, without a contract, from its output shape. */
final class Responses {
    private static final Map<String, @Nullable Object> TEXT = Data.map("type", "string");
    private static final Map<String, @Nullable Object> BYTES = Data.map("type", "string", "format", "binary");
    private static final String PAGE = "text/html";

    private final RouteView route;
    private final @Nullable DeployedBoundary answering;
    private final Contract contract;
    private final SharedComponents parts;

    Responses(RouteView route, @Nullable DeployedBoundary answering, Contract contract, SharedComponents parts) {
        this.route = route;
        this.answering = answering;
        this.contract = contract;
        this.parts = parts;
    }

    /** Whether the answer can have members of the framework. */
    boolean answersAnObject() {
        Answer success = contract.success();
        return success == null || success.schema() != null && success.schema().isObject();
    }

    Map<String, @Nullable Object> toData() {
        MapBuilder responses = Data.mapBuilder();
        if (contract.success() == null) {
            // The boundary chooses the status of a success when it answers.
            responses.put("2XX", undeclared());
        }
        boolean unprocessable = false;
        for (Answer answer : contract.answers()) {
            unprocessable |= answer.status() == 422;
            responses.put(
                    Integer.toString(answer.status()),
                    answer.success() ? response(answer) : parts.response(answer, this::response));
        }
        if (!unprocessable) {
            responses.put("422", SharedComponents.ref("responses", Components.UNPROCESSABLE));
        }
        return responses
                .put("default", SharedComponents.ref("responses", Components.ERROR))
                .build();
    }

    private Map<String, @Nullable Object> undeclared() {
        Shape.Fields shape = answering == null ? null : answering.declaration().outputShape();
        Map<String, @Nullable Object> framework = SharedComponents.ref("schemas", Components.FRAMEWORK);
        Map<String, @Nullable Object> schema = answering == null || shape == null
                ? framework
                : Data.map(
                        "allOf",
                        Data.list(parts.schema(answering.name() + ".output", JsonSchema.of(shape)), framework));
        MapBuilder content = Data.mapBuilder().put(Components.JSON, Data.map("schema", schema));
        route.produces().forEach(type -> content.put(type, raw(type)));
        return Data.map("description", "The answer.", "headers", headers(List.of()), "content", content.build());
    }

    private Map<String, @Nullable Object> response(Answer answer) {
        MapBuilder content = Data.mapBuilder();
        Schema schema = answer.schema();
        if (schema != null) {
            content.put(
                    Components.JSON,
                    Data.mapBuilder()
                            .put("schema", answered(answer, schema))
                            .putAll(parts.examples(schema))
                            .build());
        }
        // Pages are left out: they have the same content as the data.
        answer.raw().stream()
                .filter(type -> schema == null || !type.equals(PAGE))
                .forEach(type -> {
                    content.put(type, raw(type));
                });
        MapBuilder response =
                Data.mapBuilder().put("description", answer.description()).put("headers", headers(answer.headers()));
        Map<String, @Nullable Object> bodies = content.build();
        return (bodies.isEmpty() ? response : response.put("content", bodies)).build();
    }

    private Map<String, @Nullable Object> answered(Answer answer, Schema schema) {
        Map<String, @Nullable Object> own = parts.schema(schema);
        if (answer.status() == 422) {
            return Components.unprocessable(own);
        }
        boolean others = Boolean.TRUE.equals(schema.keyword("additionalProperties"));
        return schema.isObject() && (answer.success() || !others)
                ? Data.map("allOf", Data.list(own, SharedComponents.ref("schemas", Components.FRAMEWORK)))
                : own;
    }

    private static Map<String, @Nullable Object> raw(String mediaType) {
        boolean text = mediaType.startsWith("text/") || mediaType.contains("xml") || mediaType.contains("openmetrics");
        return Data.map("schema", text ? TEXT : BYTES);
    }

    private Map<String, @Nullable Object> headers(List<Parameter> own) {
        MapBuilder headers = Data.mapBuilder().put("X-Service-Seal", SharedComponents.ref("headers", Components.SEAL));
        own.forEach(header -> headers.put(header.name(), parts.header(header)));
        return headers.build();
    }
}
