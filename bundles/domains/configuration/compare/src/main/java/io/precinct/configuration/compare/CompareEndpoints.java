package io.precinct.configuration.compare;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.common.accept.AcceptHeader;
import io.precinct.configuration.api.ConfigurationQueries;
import io.precinct.configuration.compare.page.ComparePage;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Schemas;
import io.precinct.rest.api.Text;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.api.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The endpoint that compares a value in many environments. */
@Component(service = BoundaryFamily.class)
@FamilyName("compare")
public final class CompareEndpoints implements BoundaryFamily {
    private static final Logger LOG = LoggerFactory.getLogger(CompareEndpoints.class);
    private static final String HTML = "text/html";
    private static final List<String> OFFERED = List.of("application/json", HTML, "text/markdown", "text/plain");

    /** Clients do not wait longer. */
    private static final Duration TIME = Duration.ofSeconds(10);

    /** Of all values together; each environment has an equal share. */
    private static final long MOST_BYTES = 16L << 20;

    private static final long MOST_BYTES_OF_VALUE = 8L << 20;

    /** Comparisons under way at once: data takes several times its bytes in memory. */
    static final int MOST_AT_ONCE = 8;

    private static final Schema REFUSAL = Schemas.REFUSAL
            .optionally("code", Schema.text().example("unknown_repo"))
            .optionally("detail", Schema.any())
            .optionally("errors", Schema.list(Schemas.FAULT))
            .named("CompareRefusal");

    private static final Contract REFUSING = Contract.of(
            Answer.of(400, "The body cannot be read; detail and errors say why.", REFUSAL),
            Answer.of(404, "No environment has such a repository or ref.", REFUSAL),
            Answer.of(413, "There are too many environments, or the value is too large.", REFUSAL),
            Answer.of(415, "The file is no text in any environment.", REFUSAL),
            Answer.of(422, "The selector is at fault; code says how.", Schemas.REFUSAL),
            Answer.of(503, "No repository is available now, or too much is being compared.", REFUSAL)
                    .with(Contracts.RETRY_AFTER),
            Answer.of(504, "No environment was read in time.", REFUSAL));

    private final Sources sources;
    private final Duration time;
    private final PlaceReader reader = new PlaceReader();
    private final Semaphore underWay = new Semaphore(MOST_AT_ONCE);

    /** Comes and goes while requests are under way; whoever has it finishes with it. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile @Nullable ConfigurationQueries queries;

    /** The endpoint over these repositories. */
    @Activate
    public CompareEndpoints(@Reference Sources sources) {
        this(sources, TIME);
    }

    CompareEndpoints(Sources sources, Duration time) {
        this.sources = sources;
        this.time = time;
    }

    @Override
    public List<Member> members() {
        Declaration declaration = Declaration.terminal()
                .describedAs(
                        "Compares a value in up to 100 environments: which have the same, and how the others differ.")
                .under(REFUSING)
                .takes(CompareRequest.BODY)
                .under(Contract.of(Answer.ok(
                        "The groups of environments that have the same value, and their differences.",
                        CompareResources.schema())))
                .build();
        RouteDeclaration route = RouteDeclaration.of("post", "/compare").producing(HTML);
        return Endpoint.family(Member.on(route, "environments", declaration, Faults.answered(this::compare)));
    }

    private Outcome compare(Input input) {
        CompareRequest request = CompareRequest.read(input);
        if (!underWay.tryAcquire()) {
            throw SourceFault.of(503, "overloaded", MOST_AT_ONCE + " comparisons are under way; try again soon");
        }
        try {
            Set<String> roles = inspected(input) ? Set.of() : Principal.roles(input);
            Map<String, @Nullable Object> payload = CompareResources.view(compare(request, roles));
            Reply reply = wantsPage(input) ? ComparePage.of(payload) : Reply.ok(payload);
            return reply.header("Cache-Control", "no-store");
        } finally {
            underWay.release();
        }
    }

    /**
     * Compares what a caller sees.
     *
     * @param roles of the caller; without any, secrets are masked
     */
    private Comparison compare(CompareRequest request, Set<String> roles) {
        int count = request.environments().size();
        Duration patience = sources.limits().queryTime().compareTo(time) < 0
                ? sources.limits().queryTime()
                : time;
        var search = new Search(() -> queries, Math.min(MOST_BYTES_OF_VALUE, MOST_BYTES / count), patience);
        request.selector().check(search);
        Set<Place> places = new LinkedHashSet<>();
        request.environments().forEach(environment -> places.add(environment.place()));
        var marks = new SecretMarks();
        Map<Place, Finding> read =
                reader.read(places, place -> find(place, roles, marks, request.selector(), search), time);
        List<Finding> findings = new ArrayList<>();
        for (Environment environment : request.environments()) {
            findings.add(read.getOrDefault(environment.place(), late()));
        }
        if (findings.stream().allMatch(finding -> finding.fault() != null)) {
            throw findings.stream()
                    .map(Finding::fault)
                    .filter(fault -> fault != null)
                    .findFirst()
                    .orElseThrow();
        }
        return new Comparer(request, findings, marks).compare(read.size() < places.size());
    }

    /** What a place holds. Whatever goes wrong there is its own fault. */
    private Finding find(Place place, Set<String> roles, SecretMarks marks, Selector selector, Search search) {
        View view = null;
        try {
            view = repository(place.repo()).view(place.ref());
            List<Piece> shown = selector.find(view, search);
            View granted = selector.looksAtContent() ? view.granted(roles) : view;
            List<Piece> pieces = !view.masked()
                    ? shown
                    : granted == view
                            ? shown.stream().map(piece -> piece.unknown(marks)).toList()
                            : clear(place, shown, granted, marks, selector, search);
            return Finding.in(view, pieces, null);
        } catch (SourceFault fault) {
            boolean missing = view != null && fault.code().equals("unknown_path");
            return failed(view, missing ? null : fault);
        } catch (RuntimeException e) {
            LOG.warn("{} of repository {} cannot be read", place.ref(), place.repo(), e);
            return failed(view, SourceFault.of(503, "repository_failed", "the repository cannot be read: " + e));
        }
    }

    /**
     * What a place holds for a caller who is granted its secrets. Comparisons show secrets to nobody, and the text of a fault
     * may quote one. So neither the answer nor the log has that text.
     *
     * @throws SourceFault with the status and the code of the fault
     */
    private static List<Piece> clear(
            Place place, List<Piece> shown, View granted, SecretMarks marks, Selector selector, Search search) {
        try {
            return Piece.known(shown, selector.find(granted, search), marks);
        } catch (SourceFault fault) {
            throw SourceFault.of(
                    fault.status(), fault.code(), "the value cannot be compared with its secrets: " + fault.code());
        } catch (RuntimeException e) {
            LOG.warn(
                    "{} of repository {} cannot be read with its secrets: {}",
                    place.ref(),
                    place.repo(),
                    e.getClass().getName());
            throw SourceFault.of(503, "repository_failed", "the repository cannot be read with its secrets");
        }
    }

    private static Finding failed(@Nullable View view, @Nullable SourceFault fault) {
        return view == null ? new Finding(null, null, List.of(), fault) : Finding.in(view, List.of(), fault);
    }

    private Finding late() {
        return new Finding(
                null,
                null,
                List.of(),
                SourceFault.of(504, "query_timeout", "it was not read within " + time.toMillis() + " ms"));
    }

    private Repository repository(String name) {
        Repository repository = sources.repository(name);
        if (repository == null) {
            List<String> names =
                    sources.repositories().stream().map(Repository::name).toList();
            throw SourceFault.of(
                    404, "unknown_repo", "there is no repository " + Text.shortened(name), "available", names);
        }
        return repository;
    }

    /** Whether the answer is recorded: nobody is granted secrets then. */
    private static boolean inspected(Input input) {
        return input.get("service") instanceof Map<?, ?> service
                && (service.get("verify") != null || Boolean.TRUE.equals(service.get("trace")));
    }

    /** Probed and traced requests are answered with data, because only that can be inspected. */
    private static boolean wantsPage(Input input) {
        return !inspected(input)
                && HTML.equals(AcceptHeader.of(input.headers().get("accept") instanceof String accept ? accept : null)
                        .best(OFFERED));
    }
}
