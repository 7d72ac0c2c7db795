package io.precinct.source.endpoints.export;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.Accept;
import io.precinct.source.endpoints.Freshness;
import io.precinct.source.endpoints.ListParameters;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.SourceDocuments;
import io.precinct.source.endpoints.SourceEndpoint;
import io.precinct.source.endpoints.SourceResources;
import io.precinct.source.endpoints.SourceResources.Found;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The endpoint that writes all declarations or annotations of a repository for another tool. */
@Component
@FamilyName("export")
public final class ExportEndpoints implements BoundaryFamily {
    private static final String LINES = "application/x-ndjson";
    private static final String EVERY_ANNOTATION = "@*:*";

    /** A question that needs every file to be known, and has hardly any answers. */
    private interface Probe {
        ResultPage<?> of(View view, @Nullable String path);
    }

    private static final Probe OF_SYMBOLS = (view, path) ->
            view.symbols(new SymbolSelector("no declaration is called this", null, path), PageRequest.first(1));
    private static final Probe OF_ANNOTATIONS = (view, path) ->
            view.annotations(new AnnotationSelector("@none:no-annotation-is-this", path), PageRequest.first(1));

    /** The format of a document. */
    private record Format(String mediaType, String fileName, Probe probe, Export export) {}

    private static final Format SYMBOLS = new Format(
            LINES,
            "symbols.ndjson",
            OF_SYMBOLS,
            (view, path, out) -> Export.each(
                    window -> view.symbols(new SymbolSelector(null, null, path), window),
                    symbol -> JsonLines.write(SourceResources.SYMBOL.view(new Found<>(view, symbol.item())), out)));
    private static final Format ANNOTATIONS = new Format(
            LINES,
            "annotations.ndjson",
            OF_ANNOTATIONS,
            (view, path, out) -> Export.each(
                    window -> view.annotations(new AnnotationSelector(EVERY_ANNOTATION, path), window),
                    annotation ->
                            JsonLines.write(SourceResources.ANNOTATION.view(new Found<>(view, annotation)), out)));
    private static final Map<String, Format> FORMATS = Map.of(
            "scip",
            new Format(Accept.BYTES, "index.scip", OF_SYMBOLS, new ScipIndex()),
            "tags",
            new Format(Accept.TEXT + "; charset=utf-8", "tags", OF_SYMBOLS, new TagsFile()),
            "symbols",
            SYMBOLS,
            "annotations",
            ANNOTATIONS);

    private static final Field<@Nullable String> FORMAT = Field.oneOf(
                    "format", List.of("scip", "tags", "symbols", "annotations"))
            .describedAs(
                    "An index of SCIP, a tags file of Universal Ctags, or a symbol or an annotation a line as JSON; without it symbols.");
    private static final Field<@Nullable String> PATH =
            Field.text("path", ListParameters.LONGEST_PATH).describedAs("A file, a folder, or a pattern of paths.");

    private final RepositoryLookup lookup;
    private final UUID run = UUID.randomUUID();

    /** The endpoint for these repositories. */
    @Activate
    public ExportEndpoints(@Reference Sources sources) {
        this.lookup = new RepositoryLookup(sources);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(Member.on(
                RouteDeclaration.of("get", "/repos/:repo/export").producing(Accept.BYTES, Accept.TEXT, LINES),
                "write",
                SourceDocuments.ofRepository("All declarations or annotations of a repository, for another tool.")
                        .under(Field.query(FORMAT, PATH, ListParameters.REF))
                        .under(SourceDocuments.reading(
                                Answer.raw(200, "The document.", Accept.BYTES, Accept.TEXT, LINES)))
                        .build(),
                SourceEndpoint.by(this::write)));
    }

    // @req:source-export
    private Outcome write(Input input) {
        Form query = Form.query(input);
        String named = FORMAT.in(query);
        String path = ListParameters.filled(PATH.in(query));
        String ref = ListParameters.filled(ListParameters.REF.in(query));
        SourceEndpoint.check(query);
        Format format = named == null ? SYMBOLS : FORMATS.getOrDefault(named, SYMBOLS);
        var open = RepositoryLookup.Open.at(lookup.named(input.params().text("repo")), ref);
        View view = open.view();
        // Checked now, because the answer can no longer report it once it has begun.
        requireParsed(format, view, path);
        var body = new Body.Stream(format.mediaType, -1, null, out -> format.export.write(view, path, out));
        Reply reply = Reply.of(200, body)
                .header("Content-Disposition", "attachment; filename=\"" + format.fileName + "\"")
                .header("X-Content-Type-Options", "nosniff");
        // With other languages after a restart, the same generation may have another document.
        var identity = List.of(run, view.commit(), format.fileName, path == null ? "" : path, view.generation());
        String tag = Freshness.weak(Map.of("export", identity.toString()), view.decoding());
        return Freshness.tagged(input, Freshness.dated(reply, view), tag, view.pinned() && view.settled());
    }

    /** Looks into every exported file, so that those that are not parsed yet get parsed. */
    private static void requireParsed(Format format, View view, @Nullable String path) {
        ParseProgress parsing = format.probe.of(view, path).parsing();
        if (parsing != null) {
            throw SourceFault.of(
                    503,
                    ParseProgress.REASON,
                    "the files of " + view.repository() + " are being parsed; an export has all of them",
                    "retry_after",
                    2);
        }
    }
}
