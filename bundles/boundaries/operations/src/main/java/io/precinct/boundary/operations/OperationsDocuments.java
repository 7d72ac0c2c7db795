package io.precinct.boundary.operations;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.boundary.operations.admin.DeploymentAdmin;
import io.precinct.boundary.operations.admin.InstanceAdmin;
import io.precinct.boundary.operations.admin.LoggerAdmin;
import io.precinct.boundary.operations.explain.Explain;
import io.precinct.boundary.operations.health.Health;
import io.precinct.boundary.operations.metrics.MetricsPage;
import io.precinct.core.api.deploy.Deployments.Outcome;
import java.util.Map;

/** The declarations of the endpoints for operators: their parameters and answers. */
final class OperationsDocuments {
    private static final Schema TEXT = Schema.text();
    private static final Schema LINES = Schema.list(TEXT);
    private static final Schema FACTS = Schema.map(Schema.any());

    private static final Schema ERROR =
            Schema.object().with("error", TEXT).optionally("code", TEXT).open().named("OperationRefusal");

    private static final Answer NOT_FOUND = Answer.of(
            404,
            "Nothing has this name; available lists what there is.",
            ERROR.optionally("available", LINES).named("NothingOfThisName"));

    private static final Answer NOT_THERE = Answer.of(503, "A part of the service is not there.", ERROR);

    private static final Schema OUTCOME = Outcome.VIEW.schema();
    private static final String UNCHANGED = "It cannot be done, nothing changed.";

    static final Declaration HEALTH = answering("How the service is.", Health.HEALTH);

    private static final Answer NOT_READY = Answer.of(
            503,
            "It is not ready.",
            Schema.object().with("error", TEXT).with(Health.READINESS).open().named("NotReady"));

    static final Declaration READY = builder("Whether everything that is configured can be served.", Health.READINESS)
            .answers(NOT_READY)
            .build();

    static final Declaration READY_FEATURE = builder("Whether a feature can be served.", Health.READINESS)
            .takes(Parameter.path("feature", TEXT.example("framework")))
            .answers(NOT_READY, NOT_FOUND)
            .build();

    static final Declaration METRICS = Declaration.terminal()
            .describedAs("Figures for Prometheus.")
            .answers(Answer.raw(200, "The figures.", MetricsPage.TEXT, MetricsPage.OPEN_METRICS), NOT_THERE)
            .build();

    static final Declaration STATUS = answering("The instance as a whole.", InstanceAdmin.STATUS);

    static final Declaration RELOAD = builder("Reads the configuration now.", InstanceAdmin.FILES)
            .takes(Schema.object().example(Data.map()).closed())
            .answers(
                    refused("The configuration cannot be used; the previous one stays in effect.", InstanceAdmin.FILES))
            .build();

    static final Declaration SCENARIO = builder(
                    "Runs a scenario of a route without a client.",
                    Schema.object()
                            .with("route", TEXT)
                            .with("scenario", TEXT)
                            .with("passed", Schema.truth())
                            .open())
            .takes(Schema.object()
                    .with("route", TEXT.example("echo"))
                    .with("scenario", TEXT.example("greeting"))
                    .optionally("params", FACTS.example(Data.map("message", "hello")))
                    .optionally("headers", Schema.map(TEXT))
                    .closed())
            .reads("params", Map.of("route", true, "scenario", true))
            .answers(NOT_FOUND)
            .build();

    static final Declaration BUNDLES = answering(
            "The bundles with their generations, and how the last deployments ended.", DeploymentAdmin.BUNDLES);

    static final Declaration DEPLOY = builder("Deploys the bundle in the body.", OUTCOME)
            .takes(
                    Parameter.query("name", TEXT.orElse("upload.jar")).describedAs("What the client calls the file."),
                    Parameter.query("dry_run", Schema.truth().orElse(false))
                            .describedAs("Checks everything and changes nothing."),
                    Parameter.query("replace", TEXT)
                            .describedAs("A name of another bundle that it may take; may be given several times."),
                    Parameter.query("force", Schema.truth().orElse(false))
                            .describedAs("Whether names that the configuration uses may go."))
            .answers(refused("The bundle is refused, nothing changed.", OUTCOME))
            .build();

    static final Declaration ROLLBACK =
            ofBundle("Brings the previous generation back.", "There is nothing to go back to.");
    static final Declaration UNDEPLOY = ofBundle("Takes a deployed bundle out of service for good.", UNCHANGED);
    static final Declaration DISABLE = ofBundle("Keeps a shipped bundle from serving.", UNCHANGED);
    static final Declaration ENABLE = ofBundle("Lets a disabled bundle serve again.", UNCHANGED);

    static final Declaration FRONT =
            answering("What this instance is, how its features are and where to go.", FrontPage.FRONT);

    static final Declaration LOGGERS = builder("The loggers and their levels.", LoggerAdmin.LOGGERS)
            .takes(Parameter.query("all", Schema.truth().orElse(false))
                    .describedAs("Those without a level of their own as well."))
            .answers(noLevels())
            .build();

    static final Declaration LOGGER_LEVEL = builder(
                    "Gives a logger a level until the process ends.", LoggerAdmin.LOGGER)
            .takes(Parameter.path("name", TEXT.example("io.precinct.cases")))
            .takes(Schema.object()
                    .with("level", Schema.oneOf(LoggerAdmin.LEVELS))
                    .closed())
            .reads("params", Map.of("name", true, "level", true))
            .answers(noLevels())
            .build();

    static final Declaration EXPLAIN = builder("Why something does or does not work.", Explain.EXPLANATION)
            .takes(Parameter.query("what", TEXT.example("echo"))
                    .describedAs(
                            "A request such as GET /notes/7, an incident, a route, a boundary, a bundle or a component.")
                    .always())
            .reads("query", Map.of("what", true))
            .answers(Answer.of(
                    404,
                    "Nothing has this name; nearest lists up to three names that are near it.",
                    ERROR.optionally("nearest", LINES).named("NothingToExplain")))
            .build();

    private OperationsDocuments() {}

    private static Declaration ofBundle(String sentence, String refusal) {
        return builder(sentence, OUTCOME)
                .takes(Schema.object()
                        .with("bundle", TEXT.example("io.precinct.boundary.echo"))
                        .optionally(
                                "force",
                                Schema.truth().describedAs("Whether names that the configuration uses may go."))
                        .closed())
                .reads("params", Map.of("bundle", true))
                .answers(refused(refusal, OUTCOME))
                .build();
    }

    private static Declaration answering(String sentence, Schema answer) {
        return builder(sentence, answer).build();
    }

    private static Declaration.Builder builder(String sentence, Schema answer) {
        return Declaration.terminal().describedAs(sentence).answers(Answer.ok(sentence, answer), NOT_THERE);
    }

    /** The shape of a refusal, which also has every member of the answer. */
    private static Answer refused(String sentence, Schema answer) {
        return Answer.of(
                422,
                sentence,
                Schema.object().with("error", TEXT).with(answer.sparse()).open());
    }

    private static Answer noLevels() {
        return Answer.of(501, "The logging backend has no levels that can be changed.", ERROR);
    }
}
