package io.precinct.source.endpoints.traces;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.source.api.Sources;
import io.precinct.source.endpoints.Accept;
import io.precinct.source.endpoints.Admission;
import io.precinct.source.endpoints.Freshness;
import io.precinct.source.endpoints.ListParameters;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.SourceDocuments;
import io.precinct.source.endpoints.SourceEndpoint;
import io.precinct.source.endpoints.SourceResources;
import io.precinct.source.endpoints.page.CoveragePage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints that lead from requirements to the code that fulfils them. */
@Component
@FamilyName("traces")
public final class TraceEndpoints implements BoundaryFamily {
    private static final int MOST_TRACES = 500;

    /** The body. A trace may be any object here: an invalid one has its error in its own result. */
    private static final Schema SPECS = Schema.object()
            .with(
                    "traces",
                    Schema.list(Schema.map(Schema.any())
                                    .example(Data.map("repo", "sample", "query", Data.map("annotation", "@req:greet")))
                                    .named("TraceSpec"))
                            .atMost(MOST_TRACES))
            .closed();

    /** The outcome of a trace; further members are those of the list, or of the refusal. */
    private static final Schema TRACE = Schema.object()
            .with("status", Schema.oneOf("ok", "ambiguous", "not_found", "invalid", "unavailable"))
            .with("repo", Schema.any())
            .with("query", Schema.any())
            .with("items", Schema.list(Schema.map(Schema.any())))
            .open()
            .example(Data.map("status", "not_found", "repo", "sample", "query", Data.map(), "items", Data.list()))
            .named("ResolvedTrace");

    private static final Schema RESOLVED = SourceResources.ENCODING.schema().with("items", Schema.list(TRACE));

    /** Cost of searching all repositories, or of a batch of traces. */
    private static final int COST = 1;

    private final RepositoryLookup lookup;
    private final Admission admission = new Admission();

    /** Endpoints of these repositories. */
    @Activate
    public TraceEndpoints(@Reference Sources sources) {
        this.lookup = new RepositoryLookup(sources);
    }

    @Override
    public List<Member> members() {
        RouteDeclaration coverage =
                RouteDeclaration.of("get", "/traces/coverage").producing(Accept.HTML);
        RouteDeclaration compared = RouteDeclaration.of("post", "/traces/coverage")
                .producing(Accept.HTML)
                .withBodyLimit(8L << 20);
        return Endpoint.family(
                Member.on(
                        RouteDeclaration.of("post", "/traces/resolve"),
                        "resolve",
                        SourceDocuments.of("Resolves trace specs; each has a status of its own.")
                                .under(ListParameters.CODE)
                                .takes(SPECS)
                                .under(SourceDocuments.ADMITTED)
                                .under(SourceDocuments.reading(Answer.ok("What became of each.", RESOLVED)))
                                .build(),
                        SourceEndpoint.by(this::resolve)),
                Member.on(
                        coverage,
                        "coverage",
                        declared("Which requirements the code of all repositories names.")
                                .build(),
                        SourceEndpoint.by(input -> covered(input, null))),
                Member.on(
                        compared,
                        "compare",
                        declared("Which of the given requirements have code; orphans, duplicates and drift.")
                                .takes(Requirement.BODY)
                                .build(),
                        SourceEndpoint.by(this::compare)),
                Member.on(
                        RouteDeclaration.of("get", "/traces/coverage/badge.svg").producing(Accept.SVG),
                        "badge",
                        SourceDocuments.of("A badge: how many requirements have code.")
                                .under(RequirementSearch.CONTRACT)
                                .under(SourceDocuments.ADMITTED)
                                .under(SourceDocuments.reading(Answer.raw(200, "The badge.", Accept.SVG)))
                                .build(),
                        SourceEndpoint.by(this::badge)));
    }

    private static Declaration.Builder declared(String sentence) {
        return SourceDocuments.of(sentence)
                .under(RequirementSearch.CONTRACT)
                .under(SourceDocuments.ADMITTED)
                .under(SourceDocuments.reading(Answer.ok("The requirements.", Coverage.RESOURCE.schema())));
    }

    private Outcome resolve(Input input) {
        Form query = Form.query(input);
        ListParameters parameters = ListParameters.code(query);
        if (parameters.cursor() != null) {
            query.fault(
                    "cursor",
                    "unknown",
                    "a batch has no cursor: a trace's list goes on at the endpoint of its form",
                    null);
        }
        SourceEndpoint.check(query);
        Form body = Form.body(input);
        List<?> traces = body.value("traces") instanceof List<?> list ? list : null;
        if (traces == null || traces.size() > MOST_TRACES) {
            body.fault("traces", "required", "traces is a list of at most " + MOST_TRACES + " {repo, query}", "array");
        }
        SourceEndpoint.check(body);
        var resolver = new TraceResolver(lookup, parameters);
        List<?> wanted = traces == null ? List.of() : traces;
        ListBuilder items = admission.during(cost(input), () -> {
            ListBuilder results = Data.listBuilder();
            wanted.forEach(trace -> results.add(resolver.of(trace)));
            return results;
        });
        Map<String, @Nullable Object> payload = Data.mapBuilder()
                .putAll(SourceResources.ENCODING.view(parameters))
                .put("items", items.build())
                .build();
        return Freshness.tagged(input, Reply.ok(payload), Freshness.weak(payload, resolver.decoding()), false);
    }

    private Outcome compare(Input input) {
        Form body = Form.body(input);
        List<Requirement> requirements = Requirement.read(body);
        SourceEndpoint.check(body);
        return covered(input, requirements);
    }

    private Outcome covered(Input input, @Nullable List<Requirement> requirements) {
        Map<String, @Nullable Object> payload = Coverage.RESOURCE.view(coverage(input, requirements));
        return Accept.page(input) ? CoveragePage.of(payload).reply(input) : Freshness.data(input, payload, false);
    }

    private Coverage coverage(Input input, @Nullable List<Requirement> requirements) {
        Form query = Form.query(input);
        RequirementSearch search = RequirementSearch.read(lookup, query);
        SourceEndpoint.check(query);
        return admission.during(cost(input), () -> search.compare(requirements));
    }

    private static Admission.Cost cost(Input input) {
        return new Admission.Cost(COST, null, Admission.client(input));
    }

    private Outcome badge(Input input) {
        Coverage coverage = coverage(input, null);
        String svg = Badge.of(coverage.covered(), coverage.requirements());
        Reply reply = Reply.of(200, Body.text(Accept.SVG, svg)).header("X-Content-Type-Options", "nosniff");
        return Freshness.tagged(input, reply, Freshness.weak(Map.of("svg", svg), ""), false);
    }
}
