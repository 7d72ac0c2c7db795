package io.precinct.source.endpoints;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.endpoints.SourceResources.Fetch;
import io.precinct.source.endpoints.page.RepositoriesPage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints of repositories: list them, fetch them, and take webhooks. */
@Component
@FamilyName("repos")
public final class RepositoryEndpoints implements BoundaryFamily {
    /** Largest delivery of a webhook; GitHub sends at most 25 MB. */
    private static final long LARGEST_DELIVERY = 25L << 20;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Field<@Nullable Boolean> WAIT =
            Field.truth("wait").orElse(false).describedAs("Whether to answer only when it is done.");

    private static final Answer STARTED = Answer.of(202, "The fetch that was begun.", SourceResources.JOB.schema())
            .with(Contracts.LOCATION);

    private final RepositoryLookup lookup;

    /** Endpoints of these repositories. */
    @Activate
    public RepositoryEndpoints(@Reference Sources sources) {
        this.lookup = new RepositoryLookup(sources);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                Member.on(
                        RouteDeclaration.of("get", "/repos"),
                        "list",
                        SourceDocuments.of("The configured repositories and how each of them is now.")
                                .under(ListParameters.PAGING)
                                .under(SourceDocuments.reading(
                                        Answer.ok("The repositories.", SourceResources.repositories())))
                                .build(),
                        SourceEndpoint.by(this::list)),
                Member.on(
                        RouteDeclaration.of("post", "/repos/:repo/refresh"),
                        "refresh",
                        SourceDocuments.ofRepository("Fetches a repository now; ?wait=true answers when it is done.")
                                .capability(Capability.seconds((int) PATIENCE.toSeconds() + 10))
                                .under(Field.query(WAIT))
                                .takes(Field.nothing())
                                .answers(
                                        Answer.ok("What the fetch brought.", SourceResources.REFRESHED.schema()),
                                        STARTED,
                                        Answer.of(502, "The repository could not be fetched.", SourceDocuments.REFUSAL))
                                .build(),
                        SourceEndpoint.by(this::refresh)),
                Member.on(
                        RouteDeclaration.of("get", "/repos/:repo/refresh/:id"),
                        "job",
                        SourceDocuments.ofRepository("What became of a fetch.")
                                .takes(Parameter.path("id", Schema.text().named("RefreshId")))
                                .answers(Answer.ok("The fetch.", SourceResources.JOB.schema()))
                                .build(),
                        SourceEndpoint.by(this::job)),
                Member.on(
                        RouteDeclaration.of("post", "/repos/:repo/webhook")
                                .consuming("*/*")
                                .withBodyLimit(LARGEST_DELIVERY)
                                .provesItself(),
                        "webhook",
                        SourceDocuments.ofRepository(
                                        "Takes a push event, proven by the repository's secret, and fetches.")
                                .takes(
                                        proof("X-Hub-Signature-256", "Of GitHub and Gitea: sha256= and the HMAC."),
                                        proof("X-Gitea-Signature", "Of Gitea and Gogs: the bare HMAC."),
                                        proof("X-Gitlab-Token", "Of GitLab: the secret itself."))
                                .answers(
                                        STARTED,
                                        Answer.of(
                                                403,
                                                "The delivery does not prove that it knows the secret.",
                                                SourceDocuments.REFUSAL))
                                .build(),
                        SourceEndpoint.by(this::webhook)));
    }

    // @req:source-repos
    private Outcome list(Input input) {
        Form query = Form.query(input);
        int limit = ListParameters.limit(query);
        String cursor = ListParameters.cursor(query);
        SourceEndpoint.check(query);
        List<Repository> all = lookup.sources().repositories();
        int from = cursor == null ? 0 : indexAfter(cursor, all);
        int to = Math.min(all.size(), from + limit);
        List<Map<String, @Nullable Object>> items = all.subList(from, to).stream()
                .map(repository -> SourceResources.STATUS.view(repository.status()))
                .toList();
        String next = to == all.size() ? null : cursor(all.get(to - 1));
        Map<String, @Nullable Object> payload =
                SourceResources.TAIL.view(new SourceResources.Tail(items, next, null, null, List.of(), List.of()));
        return Accept.page(input)
                ? RepositoriesPage.of(input.query().map(), payload).reply(input)
                : Freshness.data(input, payload, false);
    }

    private static String cursor(Repository last) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(last.name().getBytes(StandardCharsets.UTF_8));
    }

    private static int indexAfter(String cursor, List<Repository> all) {
        for (int i = 0; i < all.size(); i++) {
            if (cursor(all.get(i)).equals(cursor)) {
                return i + 1;
            }
        }
        throw SourceFault.of(
                409, "stale_cursor", "the repository after which this list continues is gone; begin without a cursor");
    }

    private static Parameter proof(String header, String sentence) {
        return Parameter.header(header, Schema.text()).describedAs(sentence);
    }

    // @req:source-refresh
    private Outcome refresh(Input input) throws InterruptedException {
        Form query = Form.query(input);
        boolean wait = Boolean.TRUE.equals(WAIT.in(query));
        SourceEndpoint.check(query);
        SourceEndpoint.check(Form.body(input));
        Repository repository = lookup.named(input.params().text("repo"));
        RefreshJob job = repository.refresh();
        if (!wait || !job.await(PATIENCE)) {
            return accepted(repository, job);
        }
        if (job.change() == null) {
            throw SourceFault.of(
                    502,
                    "fetch_failed",
                    "the repository " + repository.name() + " could not be fetched",
                    "detail",
                    job.error() == null ? "the fetch ended without a result" : job.error());
        }
        return Reply.ok(SourceResources.REFRESHED.view(new Fetch(repository.name(), job)));
    }

    private static Reply accepted(Repository repository, RefreshJob job) {
        return Reply.of(202, SourceResources.JOB.view(new Fetch(repository.name(), job)))
                .header("Location", Links.job(repository.name(), job));
    }

    private Outcome job(Input input) {
        SourceEndpoint.check(Form.query(input));
        Repository repository = lookup.named(input.params().text("repo"));
        String id = input.params().text("id");
        RefreshJob job = repository.job(id);
        if (job == null) {
            throw SourceFault.of(
                    404,
                    "unknown_job",
                    "there is no such fetch of " + repository.name() + ", or it is among those no longer remembered");
        }
        return Reply.ok(SourceResources.JOB.view(new Fetch(repository.name(), job)))
                .header("Cache-Control", "no-store");
    }

    // @req:source-webhook
    private Outcome webhook(Input input) {
        Repository repository = lookup.named(input.params().text("repo"));
        // The route takes any media type, so the body is unparsed text with one character per byte.
        byte[] body = input.params().get("body") instanceof String text
                ? text.getBytes(StandardCharsets.ISO_8859_1)
                : new byte[0];
        if (!repository.genuine(signature(input), header(input, "x-gitlab-token"), body)) {
            throw SourceFault.of(
                    403,
                    "bad_signature",
                    "the delivery does not prove that it knows the webhook_secret of this repository",
                    "detail",
                    "GitHub and Gitea sign the body (X-Hub-Signature-256), GitLab sends X-Gitlab-Token;"
                            + " a repository without webhook_secret takes no delivery");
        }
        return accepted(repository, repository.refresh());
    }

    /** The signature in the form of GitHub; Gitea and Gogs may send the bare digits. */
    private static @Nullable String signature(Input input) {
        String signature = header(input, "x-hub-signature-256");
        String bare = signature != null ? null : header(input, "x-gitea-signature");
        return bare == null ? signature : "sha256=" + bare.toLowerCase(Locale.ROOT);
    }

    private static @Nullable String header(Input input, String name) {
        return input.headers().get(name) instanceof String value && !value.isBlank() ? value.strip() : null;
    }
}
