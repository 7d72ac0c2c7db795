package io.precinct.boundary.inspect;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.api.envelope.EnvelopeCatalogue;
import io.precinct.api.envelope.EnvelopeEntry;
import io.precinct.api.envelope.Stage;
import io.precinct.boundary.inspect.openapi.OpenApi;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.inspect.Overstay;
import io.precinct.core.api.inspect.Traffic;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shapes of what the members of the family read and answer. */
final class Shapes {
    private static final Schema TEXT = Schema.text();
    private static final Schema LINES = Schema.list(TEXT);
    private static final Schema TIME = TEXT.format("date-time").example("2026-01-31T12:00:00Z");

    private static final Answer UNKNOWN = Answer.of(
            404,
            "Nothing has this name; available lists what there is.",
            Schema.object().with("error", TEXT).with("available", LINES).named("UnknownName"));

    /** The entries of the catalogue by stage. */
    static final View<EnvelopeCatalogue> STAGES =
            View.<EnvelopeCatalogue>object().with("stages", byStage(), catalogue -> catalogue);

    private static View<EnvelopeCatalogue> byStage() {
        View<EnvelopeCatalogue> stages = View.object();
        for (Stage stage : Stage.values()) {
            stages = stages.list(stage.wireName(), EnvelopeEntry.VIEW, catalogue -> catalogue.schema(stage));
        }
        return stages.open();
    }

    /** The entries of one stage. */
    record StageEntries(Stage stage, EnvelopeCatalogue catalogue) {
        static final View<StageEntries> VIEW = View.<StageEntries>object()
                .with("stage", TEXT, entries -> entries.stage.wireName())
                .list("entries", EnvelopeEntry.VIEW, entries -> entries.catalogue.schema(entries.stage));
    }

    /** The deployed plug-ins. */
    static final View<PluginSnapshot> PLUGINS = View.<PluginSnapshot>object()
            .list(
                    "boundaries",
                    BoundaryView.SUMMARY,
                    plugins -> List.copyOf(plugins.boundaries().values()))
            .with("problems", LINES, PluginSnapshot::problems);

    /** The routes that a filter accepts. */
    record Routes(Inspection inspection, RouteFilter filter) {
        static final View<Routes> VIEW = View.<Routes>object()
                .list(
                        "routes",
                        RouteData.VIEW,
                        routes -> routes.inspection.routes().stream()
                                .filter(routes.filter::takes)
                                .toList())
                .with("conflicts", LINES, routes -> routes.inspection.conflicts());
    }

    /** The bundles and their outcomes. */
    record Bundles(Deployments deployer, Inspection inspection) {
        static final View<Bundles> VIEW = View.<Bundles>object()
                .list("bundles", BundleView.VIEW, bundles -> bundles.deployer.bundles())
                .list("outcomes", Outcome.VIEW, bundles -> bundles.deployer.outcomes())
                .list("overstays", Overstay.VIEW, bundles -> bundles.inspection.overstays())
                .with("troubles", LINES, bundles -> bundles.inspection.troubles());
    }

    private static final View<Traffic.Counted> COUNTED = View.<Traffic.Counted>object()
            .with("name", TEXT.example("echo"), Traffic.Counted::name)
            .with(
                    "counts",
                    Schema.list(Schema.integer().atLeast(0)).describedAs("How many there were in each bucket."),
                    Traffic.Counted::counts)
            .named("CountedDurations");

    /** The counts of requests and crossings. */
    static final View<Traffic> TRAFFIC_VIEW = View.<Traffic>object()
            .with(
                    "since",
                    TIME.describedAs("When counting began; counts of another beginning cannot be compared."),
                    traffic -> traffic.since().toString())
            .with(
                    "bounds",
                    Schema.list(Schema.number()).describedAs("Of the buckets, in seconds; the last bucket has none."),
                    Traffic::bounds)
            .list("routes", COUNTED, Traffic::routes)
            .list("boundaries", COUNTED, Traffic::boundaries);

    /** The present state of the configuration files. */
    record Files(ConfigurationSource source, Inspection inspection) {
        static final View<Files> VIEW = View.<Files>object()
                .list(
                        "errors",
                        Problem.VIEW,
                        files -> files.source.problems().stream()
                                .filter(problem -> !problem.warning())
                                .toList())
                .list("warnings", Problem.VIEW, files -> files.source.warnings())
                .with("strict_input", Schema.truth(), files -> files.inspection.strictInput())
                .with("loaded_at", TIME.orNull(), Files::loadedAt);

        private @Nullable String loadedAt() {
            Configuration current = source.current();
            return current == null ? null : current.loadedAt().toString();
        }
    }

    static final Declaration FRAMEWORK_SCHEMA = answering("The catalogue of envelope keys, by stage.", STAGES.schema());

    static final Declaration STAGE = builder("The envelope keys of one stage.", StageEntries.VIEW.schema())
            .takes(Parameter.path("stage", TEXT.example("request")))
            .answers(UNKNOWN)
            .build();

    static final Declaration BOUNDARY = builder("The manifest of one boundary.", BoundaryView.Manifest.VIEW.schema())
            .takes(Parameter.path("name", TEXT.example("echo")))
            .answers(UNKNOWN)
            .build();

    static final Declaration BOUNDARIES =
            answering("The boundaries that are deployed, and the plug-ins that were left out.", PLUGINS.schema());

    static final Declaration ROUTES = builder(
                    "The routes, each with the chain its requests take.", Routes.VIEW.schema())
            .takes(RouteFilter.NAME, RouteFilter.PATH, RouteFilter.BUNDLE)
            .under(Unchanged.CONTRACT)
            .build();

    static final Declaration BUNDLES = builder(
                    "The bundles with their generations, and how the last deployments ended.", Bundles.VIEW.schema())
            .answers(Answer.of(
                    503,
                    "The list of bundles is not available now.",
                    Schema.object().with("error", TEXT).with("code", TEXT).named("DeployerMissing")))
            .under(Unchanged.CONTRACT)
            .build();

    static final Declaration TRAFFIC = answering(
            "How many requests each route and crossings each boundary has had, by how long they took;"
                    + " those without any are left out.",
            TRAFFIC_VIEW.schema());

    static final Declaration CONFIG = builder(
                    "What is wrong with the configuration files as they are now.", Files.VIEW.schema())
            .under(Unchanged.CONTRACT)
            .build();

    static final Declaration OPENAPI = Declaration.terminal()
            .writes("openapi", Map.of("prefix", "3.1."))
            .writes("info", true)
            .writes("paths", true)
            .writes("components", true)
            .describedAs("The routes as an OpenAPI 3.1 document.")
            .answers(Answer.ok("The document.", OpenApi.SCHEMA))
            .under(Unchanged.CONTRACT)
            .build();

    private Shapes() {}

    private static Declaration answering(String sentence, Schema answer) {
        return builder(sentence, answer).build();
    }

    private static Declaration.Builder builder(String sentence, Schema answer) {
        return Declaration.terminal().describedAs(sentence).answers(Answer.ok(sentence, answer));
    }
}
