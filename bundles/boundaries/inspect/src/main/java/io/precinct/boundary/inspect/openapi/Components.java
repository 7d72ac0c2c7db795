package io.precinct.boundary.inspect.openapi;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The components that all operations share: members, parameters, headers and errors of the framework. */
final class Components {
    static final String FRAMEWORK = "Framework";
    static final String SEAL = "Seal";
    static final String ERROR = "Error";
    static final String UNPROCESSABLE = "Unprocessable";
    static final String TOKEN = "instance_token";
    static final String JSON = "application/json";

    /** Names of the parameters that every operation takes whose answer is an object. */
    static final List<String> PARAMETERS = List.of("Verify", "Trace", "SealLeaves");

    private static final Map<String, @Nullable Object> STRING = Data.map("type", "string");
    private static final Map<String, @Nullable Object> STRINGS = Data.map("type", "array", "items", STRING);
    private static final Map<String, @Nullable Object> HEX = Data.map("type", "string", "pattern", "^[0-9a-f]{64}$");
    private static final Map<String, @Nullable Object> COUNT = Data.map("type", "integer", "minimum", 0);
    private static final Map<String, @Nullable Object> ANY_OBJECT =
            Data.map("type", "object", "additionalProperties", true);

    private Components() {}

    /** The refusals of the framework itself, which any operation may answer as 422. */
    static final List<String> REFUSALS = List.of("ScenarioMismatch", "NoScenariosFound", "InputShapeMismatch");

    /** All components, with those collected from operations. */
    static Map<String, @Nullable Object> of(SharedComponents parts) {
        return Data.map(
                "schemas", parts.section("schemas", schemas()),
                "responses", parts.section("responses", responses()),
                "parameters", parameters(),
                "headers", parts.section("headers", Data.mapBuilder().put(SEAL, seal())),
                "examples", parts.section("examples", Data.mapBuilder()),
                "securitySchemes",
                        Data.map(
                                TOKEN,
                                Data.map(
                                        "type", "http",
                                        "scheme", "bearer",
                                        "description",
                                                "The token in run.json of the running instance; over loopback only.")));
    }

    private static MapBuilder schemas() {
        return Data.mapBuilder()
                .put(FRAMEWORK, framework())
                .put("VerifyResult", verifyResult())
                .put(SEAL, object(List.of("alg", "size", "root"), sealProperties()))
                .put("Crossing", crossing())
                .put("ScenarioMismatch", error("scenario mismatch", "scenarios", results()))
                .put("NoScenariosFound", error("no scenarios found", "available", STRINGS))
                .put(
                        "InputShapeMismatch",
                        object(
                                List.of("error", "boundary", "failures"),
                                Data.map(
                                        "error", Data.map("type", "string", "const", "input shape mismatch"),
                                        "boundary", STRING,
                                        "failures", STRINGS)))
                .put(ERROR, open(List.of("error"), Data.map("error", STRING, "code", STRING, "incident", STRING)));
    }

    private static Map<String, @Nullable Object> framework() {
        return Data.map(
                "type",
                "object",
                "description",
                "What the framework adds: _verify and _trace where they were asked for, _seal unless the route says"
                        + " header.",
                "properties",
                Data.map(
                        "_verify",
                        results(),
                        "_trace",
                        object(
                                List.of("traceparent", "total_us", "crossings"),
                                Data.map(
                                        "traceparent", STRING,
                                        "total_us", COUNT,
                                        "crossings", list("Crossing"))),
                        "_seal",
                        ref(SEAL),
                        "_recorded",
                        ANY_OBJECT));
    }

    private static Map<String, @Nullable Object> ref(String schema) {
        return SharedComponents.ref("schemas", schema);
    }

    private static Map<String, @Nullable Object> list(String schema) {
        return Data.map("type", "array", "items", ref(schema));
    }

    private static Map<String, @Nullable Object> results() {
        return list("VerifyResult");
    }

    private static Map<String, @Nullable Object> verifyResult() {
        return object(
                List.of("name", "passed", "failures"),
                Data.map(
                        "name", STRING,
                        "description", STRING,
                        "passed", Data.map("type", "boolean"),
                        "failures", STRINGS));
    }

    private static Map<String, @Nullable Object> crossing() {
        return open(
                List.of("seq", "boundary", "slot", "kind", "status"),
                Data.map(
                        "seq", COUNT,
                        "boundary", STRING,
                        "slot", STRING,
                        "kind", STRING,
                        "status", STRING,
                        "start_us", COUNT,
                        "duration_us", COUNT,
                        "reads", STRINGS,
                        "writes", STRINGS));
    }

    private static Map<String, @Nullable Object> sealProperties() {
        return Data.map(
                "alg", Data.map("type", "string", "const", "sha256"),
                "size", Data.map("type", "integer", "minimum", 1),
                "root", HEX,
                "flagged", Data.map("type", "array", "items", COUNT),
                "leaves", Data.map("type", "array", "items", ANY_OBJECT));
    }

    private static Map<String, @Nullable Object> error(
            String error, String member, Map<String, @Nullable Object> schema) {
        return object(
                List.of("error", "route", "verify", member),
                Data.map(
                        "error",
                        Data.map("type", "string", "const", error),
                        "route",
                        Data.map("type", Data.list("string", "null")),
                        "verify",
                        STRING,
                        member,
                        schema));
    }

    private static MapBuilder responses() {
        return Data.mapBuilder()
                .put(
                        UNPROCESSABLE,
                        response(
                                "The request cannot be used, or the answer is not what a scenario expects.",
                                unprocessable(ref(ERROR))))
                .put(ERROR, response("What went wrong.", ref(ERROR)));
    }

    /** The shape of 422: the one that the boundary declares, or a refusal of the framework. */
    static Map<String, @Nullable Object> unprocessable(Map<String, @Nullable Object> own) {
        var any = Data.listBuilder().add(own);
        REFUSALS.forEach(name -> any.add(ref(name)));
        return Data.map("allOf", Data.list(Data.map("anyOf", any.build()), ref(FRAMEWORK)));
    }

    private static Map<String, @Nullable Object> response(String description, Map<String, @Nullable Object> schema) {
        return Data.map(
                "description", description,
                "headers", Data.map("X-Service-Seal", SharedComponents.ref("headers", SEAL)),
                "content", Data.map(JSON, Data.map("schema", schema)));
    }

    private static Map<String, @Nullable Object> parameters() {
        return Data.map(
                "Verify",
                header(
                        "X-Service-Verify",
                        "Name of a scenario the answer is compared with, or \"route\" for all of the route.",
                        STRING),
                "Trace",
                header(
                        "X-Service-Trace",
                        "1 adds the trace of the request as _trace.",
                        Data.map("type", "string", "enum", Data.list("1"))),
                "SealLeaves",
                header(
                        "X-Service-Seal",
                        "\"leaves\" adds the leaves of the seal.",
                        Data.map("type", "string", "enum", Data.list("leaves"))));
    }

    private static Map<String, @Nullable Object> header(
            String name, String description, Map<String, @Nullable Object> schema) {
        return Data.map("name", name, "in", "header", "required", false, "description", description, "schema", schema);
    }

    private static Map<String, @Nullable Object> seal() {
        return Data.map("description", "Root of the Merkle tree over the crossings of the chain.", "schema", HEX);
    }

    private static Map<String, @Nullable Object> object(List<String> required, Map<String, ?> properties) {
        return Data.map("type", "object", "required", required, "properties", properties);
    }

    /** An object that may have further members. */
    private static Map<String, @Nullable Object> open(List<String> required, Map<String, ?> properties) {
        return Data.mapBuilder()
                .putAll(object(required, properties))
                .put("additionalProperties", true)
                .build();
    }
}
