package io.precinct.source.endpoints;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.common.uri.PercentCoding;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.endpoints.page.FilePage;
import io.precinct.source.endpoints.page.HtmlPage;
import io.precinct.source.endpoints.page.TreePage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints of the folders and files of a repository. */
@Component
@FamilyName("files")
public final class FileEndpoints implements BoundaryFamily {
    private static final Field<@Nullable String> FOLDER =
            Field.text("path", ListParameters.LONGEST_PATH).describedAs("The folder; without it the whole repository.");
    private static final Field<@Nullable Boolean> RECURSIVE =
            Field.truth("recursive").orElse(false).describedAs("Whether what lies in subfolders is listed as well.");
    private static final Field<@Nullable Boolean> RAW = Field.truth("raw")
            .orElse(false)
            .describedAs(
                    "Whether the bytes are sent, whatever is accepted: a picture as one, text as text/plain, else as a download.");
    static final Parameter FILE = Parameter.path(
                    "path", Schema.text().example("src/Greeter.java").named("FilePath"))
            .describedAs("The path of the file, slashes included.");

    /** Bytes from which a file that is held in memory occupies places. */
    private static final long LARGE = 1L << 20;

    /** The places of a large file, of at least eight: two of a repository are read at once on two processors. */
    private static final int COST = 3;

    private final RepositoryLookup lookup;
    private final Admission admission;

    /** Endpoints of these repositories. */
    @Activate
    public FileEndpoints(@Reference Sources sources) {
        this(sources, new Admission());
    }

    /** Endpoints with these places. */
    FileEndpoints(Sources sources, Admission admission) {
        this.lookup = new RepositoryLookup(sources);
        this.admission = admission;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                Member.on(
                        RouteDeclaration.of("get", "/repos/:repo/tree").producing(Accept.HTML),
                        "tree",
                        SourceDocuments.ofRepository("Files and folders; ?recursive=true for all below ?path.")
                                .under(ListParameters.LIST)
                                .under(Field.query(FOLDER, RECURSIVE))
                                .under(SourceDocuments.reading(
                                        Answer.ok("What lies there.", SourceResources.listed(SourceResources.ENTRY))))
                                .build(),
                        SourceEndpoint.by(this::tree)),
                Member.on(
                        RouteDeclaration.of("get", "/repos/:repo/files/*path")
                                .producing(Accept.HTML, Accept.TEXT, Accept.BYTES),
                        "read",
                        SourceDocuments.ofRepository("A file, or lines ?from to ?to of it.")
                                .takes(FILE)
                                .under(Field.query(ListParameters.REF, RAW))
                                .under(LineRange.CONTRACT)
                                .under(SourceDocuments.reading(Answer.ok("The file.", SourceResources.FILE.schema())
                                        .or(Accept.TEXT, Accept.BYTES)))
                                .under(SourceDocuments.ADMITTED)
                                .answers(
                                        Answer.of(413, "The file is too large for JSON.", SourceDocuments.REFUSAL),
                                        Answer.of(
                                                415,
                                                "The file is no text, or has no content.",
                                                SourceDocuments.REFUSAL))
                                .build(),
                        SourceEndpoint.by(this::read)));
    }

    // @req:source-tree
    private Outcome tree(Input input) {
        Form query = Form.query(input);
        ListParameters parameters = ListParameters.list(query);
        String path = ListParameters.filled(FOLDER.in(query));
        boolean recursive = Boolean.TRUE.equals(RECURSIVE.in(query));
        SourceEndpoint.check(query);
        Repository repository = lookup.named(input.params().text("repo"));
        String folder = path == null ? "" : path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        var submodules = new Submodules(lookup.sources(), repository);
        Listing.Page page = new Listing<FileEntry>(
                        Arrays.asList("tree", folder, Boolean.toString(recursive)),
                        parameters,
                        false,
                        (view, window) -> view.list(folder, recursive, window),
                        (view, entry) -> SourceResources.ENTRY.view(submodules.listed(view, entry)))
                .of(repository);
        if (Accept.page(input) && page.payload().get("commit") instanceof String commit) {
            var open = new RepositoryLookup.Open(
                    repository, String.valueOf(page.payload().get("ref")), repository.view(commit));
            return TreePage.of(open, folder, input.query().map(), page.payload())
                    .reply(input);
        }
        boolean lasting = page.pinned() && !submodules.areMet();
        return Freshness.tagged(input, Reply.ok(page.payload()), page.tag(), lasting);
    }

    // @req:source-files
    private Outcome read(Input input) throws IOException {
        Form query = Form.query(input);
        String ref = ListParameters.filled(ListParameters.REF.in(query));
        LineRange range = LineRange.read(query);
        boolean raw = Boolean.TRUE.equals(RAW.in(query));
        SourceEndpoint.check(query);
        Repository repository = lookup.named(input.params().text("repo"));
        RepositoryLookup.Open open = RepositoryLookup.Open.at(repository, ref).grantedTo(input);
        FileEntry entry = open.view().entry(input.params().text("path"));
        if (entry.type().equals("dir")) {
            throw SourceFault.of(
                    404,
                    "unknown_path",
                    entry.path() + " is a folder",
                    "detail",
                    "folders are listed by " + Links.repository(repository.name()) + "/tree?path="
                            + PercentCoding.encode(entry.path()));
        }
        var file = new FileAnswer(open, entry, range, lookup.sources().limits().inlineBytes());
        if (raw) {
            return file.raw(input);
        }
        return switch (Accept.file(input)) {
            case Accept.HTML -> {
                var submodules = new Submodules(lookup.sources(), repository);
                HtmlPage page = admitted(
                        input, open, entry, () -> FilePage.of(open, entry, range, submodules.link(open.view(), entry)));
                yield Freshness.dated(
                        open.view().confidential() ? page.confidential() : page.reply(input), open.view());
            }
            case Accept.TEXT -> file.text(input);
            case Accept.BYTES -> file.bytes(input);
            case null, default -> admitted(input, open, entry, () -> file.data(input));
        };
    }

    // @req:source-overload
    private <T> T admitted(Input input, RepositoryLookup.Open open, FileEntry entry, Supplier<T> work) {
        boolean large = entry.size() > LARGE
                && entry.size() <= lookup.sources().limits().inlineBytes();
        return admission.during(
                new Admission.Cost(large ? COST : 0, open.view().repository(), Admission.client(input)), work);
    }
}
