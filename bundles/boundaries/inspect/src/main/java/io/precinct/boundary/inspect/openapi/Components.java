package io.precinct.boundary.inspect.openapi;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What every operation shares: the framework's own members, parameters, headers and errors. */
final class Components {
    static final String FRAMEWORK = "Framework";
    static final String SEAL = "Seal";
    static final String ERROR = "Error";
    static final String UNPROCESSABLE = "Unprocessable";
    static final String TOKEN = "instance_token";

    /** Names of the parameters that every operation takes. */
    static final List<String> PARAMETERS = List.of("Verify", "Trace", "SealLeaves");

    private static final Map<String, @Nullable Object> STRING = Data.map("type", "string");
    private static final Map<String, @Nullable Object> STRINGS = Data.map("type", "array", "items", STRING);
    private static final Map<String, @Nullable Object> HEX = Data.map("type", "string", "pattern", "^[0-9a-f]{64}$");

    private Components() {}

    /** A reference to a component. */
    static Map<String, @Nullable Object> ref(String section, String name) {
        return Data.map("$ref", "#/components/" + section + "/" + name);
    }

    /** Name of the schema of what a boundary writes; no name of the framework's has a dot. */
    static String output(String boundary) {
        return boundary.replaceAll("[^A-Za-z0-9._-]", "_") + ".output";
    }

    /**
     * All components.
     *
     * @param outputs schemas of what boundaries write, by {@link #output} name
     * @param errorTypes media types that errors are rendered in
     */
    static Map<String, @Nullable Object> of(Map<String, ?> outputs, List<String> errorTypes) {
        return Data.map(
                "schemas", schemas().putAll(outputs).build(),
                "responses", responses(errorTypes),
                "parameters", parameters(),
                "headers", Data.map(SEAL, seal()),
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
                .put("ScenarioMismatch", error("scenario mismatch", "scenarios", results()))
                .put("NoScenariosFound", error("no scenarios found", "available", STRINGS))
                .put(
                        "InputShapeMismatch",
                        object(
                                List.of("error", "boundary", "failures"),
                                Data.map(
                                        "error", Data.map("const", "input shape mismatch"),
                                        "boundary", STRING,
                                        "failures", STRINGS)))
                .put(ERROR, object(List.of("error"), Data.map("error", STRING, "code", STRING)));
    }

    private static Map<String, @Nullable Object> framework() {
        return Data.map(
                "type",
                "object",
                "description",
                "What the framework adds: _verify and _trace where they were asked for, _seal unless the route says header.",
                "properties",
                Data.map("_verify", results(), "_trace", Data.map("type", "object"), "_seal", ref("schemas", SEAL)));
    }

    private static Map<String, @Nullable Object> results() {
        return Data.map("type", "array", "items", ref("schemas", "VerifyResult"));
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

    private static Map<String, @Nullable Object> sealProperties() {
        return Data.map(
                "alg", Data.map("const", "sha256"),
                "size", Data.map("type", "integer", "minimum", 1),
                "root", HEX,
                "leaves", Data.map("type", "array", "items", Data.map("type", "object")));
    }

    private static Map<String, @Nullable Object> error(
            String error, String member, Map<String, @Nullable Object> schema) {
        return object(
                List.of("error", "route", "verify", member),
                Data.map(
                        "error",
                        Data.map("const", error),
                        "route",
                        Data.map("type", Data.list("string", "null")),
                        "verify",
                        STRING,
                        member,
                        schema));
    }

    private static Map<String, @Nullable Object> responses(List<String> errorTypes) {
        return Data.map(
                UNPROCESSABLE,
                response(
                        "The request cannot be used, or the answer is not what a scenario expects.",
                        Data.map(
                                "anyOf",
                                Data.list(
                                        ref("schemas", "ScenarioMismatch"),
                                        ref("schemas", "NoScenariosFound"),
                                        ref("schemas", "InputShapeMismatch"),
                                        ref("schemas", ERROR))),
                        errorTypes),
                ERROR,
                response("What went wrong.", ref("schemas", ERROR), errorTypes));
    }

    private static Map<String, @Nullable Object> response(
            String description, Map<String, @Nullable Object> schema, List<String> errorTypes) {
        MapBuilder content = Data.mapBuilder();
        for (String mediaType : errorTypes) {
            boolean plain = mediaType.equals("application/json");
            content.put(mediaType, plain ? Data.map("schema", schema) : Data.map());
        }
        return Data.map(
                "description",
                description,
                "headers",
                Data.map("X-Service-Seal", ref("headers", SEAL)),
                "content",
                content.build());
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
                        Data.map("enum", Data.list("1"))),
                "SealLeaves",
                header(
                        "X-Service-Seal",
                        "\"leaves\" adds the leaves of the seal.",
                        Data.map("enum", Data.list("leaves"))));
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
}
