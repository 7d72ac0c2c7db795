package io.precinct.source.endpoints;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.History;
import io.precinct.source.api.History.FileChange;
import io.precinct.source.api.History.Name;
import io.precinct.source.api.History.Revision;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.Repository;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.HistoryResources.Changed;
import io.precinct.source.endpoints.page.BlamePage;
import io.precinct.source.endpoints.page.CommitPage;
import io.precinct.source.endpoints.page.CommitsPage;
import io.precinct.source.endpoints.page.DiffPage;
import io.precinct.source.endpoints.page.NamesPage;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints for what git knows besides files: commits, branches, tags, who wrote which line, and differences. */
@Component
@FamilyName("history")
public final class HistoryEndpoints implements BoundaryFamily {
    /** Searching history may read much of the clone. */
    private static final int COST = 1;

    private static final Field<@Nullable String> PATH = Field.text("path", ListParameters.LONGEST_PATH)
            .describedAs(
                    "A file, which is followed to the names that it had before, or a folder; without it all commits.");

    private static final Field<String> FROM = Field.requiredText("from", ListParameters.LONGEST_PATH)
            .describedAs("Branch, tag or commit to compare with; forty zeros for nothing, as a first commit has it.")
            .example("main");
    private static final Field<@Nullable String> TO = Field.text("to", ListParameters.LONGEST_PATH)
            .describedAs("Branch, tag or commit that is compared; without it the configured one.");
    private static final Field<@Nullable String> WITHIN = Field.text("path", ListParameters.LONGEST_PATH)
            .describedAs("A file or a folder of either commit; without it all files.");

    private static final Field<@Nullable Boolean> SYMBOLS = Field.truth("symbols")
            .describedAs("With the declarations of each file that were added, removed or changed.");

    private static final Parameter COMMIT = Parameter.path(
                    "ref", Schema.text().example("main").named("CommitName"))
            .describedAs("The id of the commit, or a branch or tag that leads to it.");

    private static final Contract LATE = Contract.of(Answer.of(504, "It took too long.", SourceDocuments.REFUSAL))
            .and(SourceDocuments.ADMITTED);

    private final RepositoryLookup lookup;
    private final Admission admission = new Admission();

    /** Endpoints of these repositories. */
    @Activate
    public HistoryEndpoints(@Reference Sources sources) {
        this.lookup = new RepositoryLookup(sources);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                Member.on(
                        RouteDeclaration.of("get", "/repos/:repo/commits").producing(Accept.HTML),
                        "commits",
                        SourceDocuments.ofRepository("Commits, the latest first, of all files or of ?path.")
                                .under(ListParameters.LIST)
                                .under(Field.query(PATH))
                                .under(SourceDocuments.reading(
                                        Answer.ok("The commits.", SourceResources.listed(HistoryResources.REVISION))))
                                .under(LATE)
                                .build(),
                        SourceEndpoint.by(this::commits)),
                Member.on(
                        RouteDeclaration.of("get", "/repos/:repo/commits/:ref").producing(Accept.HTML),
                        "commit",
                        SourceDocuments.ofRepository("A commit with its whole message; /diff has its changes.")
                                .takes(COMMIT)
                                .under(SourceDocuments.reading(
                                        Answer.ok("The commit.", HistoryResources.SINGLE.schema())))
                                .under(LATE)
                                .build(),
                        SourceEndpoint.by(this::commit)),
                Member.on(
                        RouteDeclaration.of("get", "/repos/:repo/blame/*path").producing(Accept.HTML),
                        "blame",
                        SourceDocuments.ofRepository("Which commits wrote the lines of a file, or ?from to ?to of it.")
                                .takes(FileEndpoints.FILE)
                                .under(Field.query(ListParameters.REF))
                                .under(LineRange.CONTRACT)
                                .under(SourceDocuments.reading(
                                        Answer.ok("The lines.", HistoryResources.BLAME.schema())))
                                .answers(
                                        Answer.of(413, "The file is too large.", SourceDocuments.REFUSAL),
                                        Answer.of(415, "The file is no text.", SourceDocuments.REFUSAL))
                                .under(LATE)
                                .build(),
                        SourceEndpoint.by(this::blame)),
                Member.on(
                        RouteDeclaration.of("get", "/repos/:repo/diff").producing(Accept.HTML),
                        "diff",
                        SourceDocuments.ofRepository("Files that differ between two commits, with their hunks.")
                                .under(ListParameters.PAGING)
                                .under(Field.query(FROM, TO, WITHIN, SYMBOLS))
                                .under(SourceDocuments.reading(
                                        Answer.ok("The files.", SourceResources.listed(HistoryResources.CHANGE))))
                                .under(LATE)
                                .build(),
                        SourceEndpoint.by(this::diff)),
                names(
                        "branches",
                        "Branches as they were fetched last.",
                        (view, window) -> view.history().branches(window)),
                names(
                        "tags",
                        "Tags as they were fetched last.",
                        (view, window) -> view.history().tags(window)));
    }

    // @req:source-commits
    private Outcome commits(Input input) {
        Form query = Form.query(input);
        ListParameters parameters = ListParameters.list(query);
        String path = folder(PATH.in(query));
        SourceEndpoint.check(query);
        var listing = new Listing<Revision>(
                Arrays.asList("commits", path),
                parameters,
                false,
                (view, window) -> view.history().commits(path, window),
                (_, revision) -> HistoryResources.REVISION.view(revision));
        Repository repository = repository(input);
        Listing.Page page = admitted(input, repository, () -> listing.of(repository));
        return Accept.page(input)
                ? CommitsPage.of(input.query().map(), page.payload()).reply(input)
                : Freshness.tagged(input, Reply.ok(page.payload()), page.tag(), page.pinned());
    }

    // @req:source-commit
    private Outcome commit(Input input) {
        Form query = Form.query(input);
        SourceEndpoint.check(query);
        Repository repository = repository(input);
        RepositoryLookup.Open open =
                RepositoryLookup.Open.at(repository, input.params().text("ref"));
        ResultPage<Revision> first =
                admitted(input, repository, () -> open.view().history().commits(null, PageRequest.brief(1, null)));
        if (first.items().isEmpty()) {
            throw SourceFault.of(404, "unknown_ref", repository.name() + " has no commit of git at " + open.ref());
        }
        Revision revision = first.items().getFirst();
        boolean shallow = History.SHALLOW.equals(first.truncated());
        if (Accept.page(input)) {
            return CommitPage.of(open, revision, shallow, () -> changes(input, repository, revision))
                    .reply(input);
        }
        var requested = new HistoryResources.Requested(open, revision, shallow);
        return Freshness.data(
                input, HistoryResources.SINGLE.view(requested), open.view().pinned() && !shallow);
    }

    /** What a commit changes: the first page of its differences from its first parent, or from nothing at all. */
    private DiffPage changes(Input input, Repository repository, Revision commit) {
        String from =
                commit.parents().isEmpty() ? View.NO_COMMIT : commit.parents().getFirst();
        var query = Data.map("from", from, "to", commit.id());
        var parameters = new ListParameters(commit.id(), ListParameters.DEFAULT_LIMIT, null, 0, PositionEncoding.UTF_8);
        Listing<Changed> listing = differences(from, null, false, parameters, compared(repository, from));
        return DiffPage.within(
                query, admitted(input, repository, () -> listing.of(repository)).payload());
    }

    // @req:source-diff
    private Outcome diff(Input input) {
        Form query = Form.query(input);
        String from = FROM.in(query);
        String to = ListParameters.filled(TO.in(query));
        String path = folder(WITHIN.in(query));
        boolean symbols = Boolean.TRUE.equals(SYMBOLS.in(query));
        var parameters = new ListParameters(
                to, ListParameters.limit(query), ListParameters.cursor(query), 0, PositionEncoding.UTF_8);
        SourceEndpoint.check(query);
        Repository repository = repository(input);
        View compared = compared(repository, from);
        Listing<Changed> listing = differences(from, path, symbols, parameters, compared);
        Listing.Page page = admitted(input, repository, () -> listing.of(repository));
        boolean pinned = page.pinned() && (compared == null || compared.pinned());
        return Accept.page(input)
                ? DiffPage.of(input.query().map(), page.payload()).reply(input)
                : Freshness.tagged(input, Reply.ok(page.payload()), page.tag(), pinned);
    }

    /** The commit to compare with; null for nothing at all. */
    private static @Nullable View compared(Repository repository, String from) {
        return from.equals(View.NO_COMMIT) ? null : repository.view(from);
    }

    private static Listing<Changed> differences(
            String from, @Nullable String path, boolean symbols, ListParameters parameters, @Nullable View compared) {
        return new Listing<>(
                Arrays.asList("diff", from, path, symbols ? "symbols" : null),
                parameters,
                false,
                (view, window) -> {
                    String commit = compared == null ? View.NO_COMMIT : compared.commit();
                    ResultPage<FileChange> files = view.history().diff(commit, path, window);
                    // Where nothing is compared, no file has an old path, so that no view is asked for old
                    // declarations.
                    return symbols
                            ? SymbolChanges.of(files, compared == null ? view : compared, view)
                            : SymbolChanges.leftOut(files);
                },
                (_, change) -> HistoryResources.CHANGE.view(change));
    }

    // @req:source-blame
    private Outcome blame(Input input) {
        Form query = Form.query(input);
        String ref = ListParameters.filled(ListParameters.REF.in(query));
        LineRange range = LineRange.read(query);
        SourceEndpoint.check(query);
        Repository repository = repository(input);
        RepositoryLookup.Open open = RepositoryLookup.Open.at(repository, ref);
        FileEntry file = text(open.view(), input.params().text("path"));
        ResultPage<History.Run> lines = admitted(
                input,
                repository,
                () -> open.view().history().blame(file, range.first(), range.last(Integer.MAX_VALUE)));
        FileText text = Accept.page(input) ? open.view().text(file) : null;
        if (text != null) {
            return BlamePage.of(open, file, text, range, lines).reply(input);
        }
        // History missing from a shallow clone may be fetched another time.
        boolean lasting = open.view().pinned() && lines.truncated() == null;
        var blamed = new HistoryResources.Blamed(open, file.path(), lines);
        return Freshness.data(input, HistoryResources.BLAME.view(blamed), lasting);
    }

    private FileEntry text(View view, String path) {
        FileEntry file = view.entry(path);
        long most = lookup.sources().limits().inlineBytes();
        if (file.type().equals("dir")) {
            throw SourceFault.of(404, "unknown_path", path + " is a folder; lines are those of files");
        }
        if (file.size() > most) {
            throw SourceFault.of(
                    413,
                    "too_large",
                    path + " has " + file.size() + " bytes, more than the " + most + " of a file whose lines are told",
                    "limit",
                    most);
        }
        if (!file.type().equals("file") || !view.looksLikeText(file)) {
            throw SourceFault.of(415, "binary", path + " is no text, so that it has no lines");
        }
        return file;
    }

    private Repository repository(Input input) {
        return lookup.named(input.params().text("repo"));
    }

    /** A path without the slash that may end the name of a folder; null if it is null or empty. */
    private static @Nullable String folder(@Nullable String path) {
        String given = ListParameters.filled(path);
        return given != null && given.length() > 1 && given.endsWith("/")
                ? given.substring(0, given.length() - 1)
                : given;
    }

    private <T> T admitted(Input input, Repository repository, Supplier<T> work) {
        var cost = new Admission.Cost(COST, repository.name(), Admission.client(input));
        return admission.during(cost, work);
    }

    private Member names(String name, String sentence, Listing.Part<Name> part) {
        return Member.on(
                RouteDeclaration.of("get", "/repos/:repo/" + name).producing(Accept.HTML),
                name,
                SourceDocuments.ofRepository(sentence)
                        .under(ListParameters.PAGING)
                        .under(SourceDocuments.reading(
                                Answer.ok("The names.", SourceResources.listed(HistoryResources.NAME))))
                        .under(LATE)
                        .build(),
                SourceEndpoint.by(input -> names(input, name, part)));
    }

    // @req:source-refs
    private Outcome names(Input input, String name, Listing.Part<Name> part) {
        Form query = Form.query(input);
        var parameters = new ListParameters(
                null, ListParameters.limit(query), ListParameters.cursor(query), 0, PositionEncoding.UTF_8);
        SourceEndpoint.check(query);
        var listing = new Listing<Name>(
                List.of(name), parameters, false, part, (_, each) -> HistoryResources.NAME.view(each));
        Listing.Page page = listing.of(repository(input));
        if (Accept.page(input)) {
            return NamesPage.of(name, input.query().map(), page.payload()).reply(input);
        }
        // Names move on, even if the list continues at the commit at which it began.
        return Freshness.tagged(input, Reply.ok(page.payload()), page.tag(), false);
    }
}
