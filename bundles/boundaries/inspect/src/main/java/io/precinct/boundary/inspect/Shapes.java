package io.precinct.boundary.inspect;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import java.util.Map;

/** The shapes that the members of the family read and write. */
final class Shapes {
    private static final Schema TEXT = Schema.text();
    private static final Schema COUNT = Schema.integer().atLeast(0);
    private static final Schema LINES = Schema.list(TEXT);
    private static final Schema ANYTHING = Schema.map(Schema.any());
    private static final Schema TIME = TEXT.format("date-time").example("2026-01-31T12:00:00Z");

    private static final Answer UNKNOWN = Answer.of(
            404,
            "Nothing has this name; available lists what there is.",
            Schema.object().with("error", TEXT).with("available", LINES).named("UnknownName"));

    private static final Schema ENTRY = Schema.object()
            .with("key", TEXT)
            .with("type", TEXT)
            .with("optional", Schema.truth())
            .open()
            .named("EnvelopeEntry");

    private static final Schema KIND = Schema.oneOf("terminal", "passthrough", "gate");

    private static final Schema SUMMARY = Schema.object()
            .with("name", TEXT.example("echo"))
            .with("kind", KIND)
            .with("position", TEXT)
            .with("capabilities", LINES)
            .with("description", TEXT.orNull())
            .with("type_addr", TEXT)
            .with("bundle", TEXT)
            .with("version", TEXT)
            .open()
            .named("Boundary");

    private static final Schema STEP = Schema.object()
            .with("slot", Schema.oneOf("first", "user", "gate", "tail"))
            .with("boundary", TEXT)
            .with("kind", TEXT.orNull())
            .with("bundle", TEXT.orNull())
            .with("version", TEXT.orNull())
            .open()
            .named("ChainStep");

    private static final Schema ROUTE = Schema.object()
            .with("name", TEXT.example("echo"))
            .with("method", TEXT.example("get"))
            .with("path", TEXT.example("/echo/:message"))
            .with("boundaries", LINES)
            .with("source", TEXT)
            .with("chain", Schema.list(STEP))
            .with("missing", LINES)
            .with("scenarios", LINES)
            .with("consumes", LINES)
            .with("produces", LINES)
            .with("access", Schema.oneOf("open", "proven", "admin"))
            .with("exposure", Schema.oneOf("never", "configured", "default"))
            .with("roles", LINES.describedAs("Authenticated users need one of these; none: every user may call it."))
            .with("without_roles", Schema.truth().describedAs("Whether users without any role may call it."))
            .open()
            .named("Route");

    static final Declaration FRAMEWORK_SCHEMA = answering(
            "The catalogue of envelope keys, by stage.",
            Schema.object()
                    .with(
                            "stages",
                            Schema.object()
                                    .with("request", Schema.any())
                                    .with("boot", Schema.any())
                                    .with("scenario", Schema.any())
                                    .open()));

    static final Declaration STAGE = builder(
                    "The envelope keys of one stage.",
                    Schema.object().with("stage", TEXT).with("entries", Schema.list(ENTRY)))
            .takes(Parameter.path("stage", TEXT.example("request")))
            .answers(UNKNOWN)
            .build();

    static final Declaration BOUNDARY = builder(
                    "The manifest of one boundary.",
                    Schema.object()
                            .with("name", TEXT.example("echo"))
                            .with("kind", KIND)
                            .with("input_shape", Schema.any())
                            .with("output_shape", Schema.any())
                            .with("input_schema", ANYTHING)
                            .with("output_schema", ANYTHING.orNull())
                            .with("capabilities", LINES)
                            .with("type_addr", TEXT)
                            .with("bundle", TEXT)
                            .with("version", TEXT)
                            .with("routes", LINES)
                            .with("tightness", ANYTHING)
                            .open())
            .takes(Parameter.path("name", TEXT.example("echo")))
            .answers(UNKNOWN)
            .build();

    static final Declaration BOUNDARIES = answering(
            "The boundaries that are deployed, and the plug-ins that were left out.",
            Schema.object().with("boundaries", Schema.list(SUMMARY)).with("problems", LINES));

    static final Declaration ROUTES = builder(
                    "The routes, each with the chain its requests take.",
                    Schema.object().with("routes", Schema.list(ROUTE)).with("conflicts", LINES))
            .takes(RouteFilter.NAME, RouteFilter.PATH, RouteFilter.BUNDLE)
            .build();

    static final Declaration BUNDLES = builder(
                    "The bundles with their generations, and how the last deployments ended.",
                    Schema.object()
                            .with("bundles", Schema.list(BundleView.VIEW.schema()))
                            .with("outcomes", Schema.list(Outcome.VIEW.schema()))
                            .with("overstays", Schema.list(Schema.map(Schema.any())))
                            .with("troubles", Schema.list(TEXT)))
            .answers(Answer.of(
                    503,
                    "The list of bundles is not available now.",
                    Schema.object().with("error", TEXT).with("code", TEXT).named("DeployerMissing")))
            .build();

    static final Declaration CONFIG = answering(
            "What is wrong with the configuration files as they are now.",
            Schema.object()
                    .with(
                            "errors",
                            Schema.list(Schema.object()
                                    .with("file", TEXT)
                                    .with("line", COUNT)
                                    .with("message", TEXT)
                                    .with("hint", TEXT.orNull())
                                    .open()
                                    .named("Problem")))
                    .with("strict_input", Schema.truth())
                    .with("loaded_at", TIME.orNull()));

    static final Declaration OPENAPI = Declaration.terminal()
            .writes("openapi", Map.of("prefix", "3.1."))
            .writes("info", true)
            .writes("paths", true)
            .writes("components", true)
            .describedAs("The routes as an OpenAPI 3.1 document.")
            .answers(Answer.ok(
                    "The document.",
                    Schema.object()
                            .with("openapi", TEXT.matching("^3\\.1\\.").example("3.1.0"))
                            .with("info", ANYTHING.example(Data.map("title", "precinct", "version", "1.0.0")))
                            .with("paths", ANYTHING)
                            .with("components", ANYTHING)
                            .open()))
            .build();

    private Shapes() {}

    private static Declaration answering(String sentence, Schema answer) {
        return builder(sentence, answer).build();
    }

    private static Declaration.Builder builder(String sentence, Schema answer) {
        return Declaration.terminal().describedAs(sentence).answers(Answer.ok(sentence, answer));
    }
}
