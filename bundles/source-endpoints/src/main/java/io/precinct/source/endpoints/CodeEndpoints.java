package io.precinct.source.endpoints;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.rest.api.Form;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.Match;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.endpoints.page.CodePage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What stands in the code: symbols, annotations, and whatever a syntax-tree query asks for. */
@Component
@FamilyName("code")
public final class CodeEndpoints implements BoundaryFamily {
    private static final int LONGEST_NAME = 1000;

    private final Shelf shelf;
    private final Answers answers = new Answers();

    /** Endpoints of these repositories. */
    @Activate
    public CodeEndpoints(@Reference Sources sources) {
        this.shelf = new Shelf(sources);
    }

    @Override
    public List<Member> members() {
        return List.of(
                one("get", "symbols", "Declarations by name and kind.", this::symbols),
                one("get", "annotations", "Code by annotations @tag:id in its comments.", this::annotations),
                one("post", "query", "Matches of a syntax-tree query.", this::query),
                all("get", "symbols", "Declarations by name and kind, of all repositories.", this::symbols),
                all("get", "annotations", "Code by annotations @tag:id, of all repositories.", this::annotations),
                all("post", "query", "Matches of a syntax-tree query in all repositories.", this::query));
    }

    /** A list that a handler makes of the question, still without a repository. */
    private interface Question {
        Listing<?> of(Input input, Form query);
    }

    private Member one(String method, String name, String sentence, Question question) {
        return Member.on(
                route(method, "/repos/:repo/" + name),
                name,
                Shapes.list(Shapes.head(Shapes.repository(sentence)).writes("position_encoding", true)),
                Answered.by(input -> answer(
                        input,
                        name,
                        listing(question, input)
                                .of(shelf.named(input.params().text("repo")), method.equals("get") ? answers : null))));
    }

    private Member all(String method, String name, String sentence, Question question) {
        Declaration.Builder declaration = Declaration.terminal()
                .writes("repositories", Shapes.LIST)
                .writes("position_encoding", true)
                .describedAs(sentence);
        return Member.on(
                route(method, "/" + name),
                "all_" + name,
                Shapes.list(declaration),
                Answered.by(input -> answer(
                        input,
                        name,
                        listing(question, input).across(shelf.sources().repositories()))));
    }

    private static RouteDeclaration route(String method, String path) {
        return RouteDeclaration.of(method, path).producing(Accept.HTML).sealedInHeader();
    }

    private static Listing<?> listing(Question question, Input input) {
        Form query = Form.query(input);
        Listing<?> listing = question.of(input, query);
        Answered.check(query);
        return listing;
    }

    private static Outcome answer(Input input, String title, Listing.Page page) {
        return Accept.page(input)
                ? CodePage.of(title, input.query().map(), page.payload()).reply(input, page.pinned())
                : Freshness.tagged(input, Reply.ok(page.payload()), page.tag(), page.pinned());
    }

    // @req:source-symbols
    private Listing<Symbol> symbols(Input input, Form query) {
        Asked asked = Asked.code(query);
        var selector = new SymbolSelector(
                Asked.filled(query, "name", LONGEST_NAME), Asked.filled(query, "kind", LONGEST_NAME), path(query));
        return Listing.symbols(selector, asked);
    }

    // @req:source-annotations
    private Listing<Annotation> annotations(Input input, Form query) {
        Asked asked = Asked.code(query);
        var selector = new AnnotationSelector(query.requiredText("pattern", LONGEST_NAME), path(query));
        return Listing.annotations(selector, asked);
    }

    // @req:source-query
    private Listing<Match> query(Input input, Form query) {
        Asked asked = Asked.code(query);
        Form body = Form.body(input);
        String text = body.requiredText("query", Integer.MAX_VALUE);
        var selector = new QuerySelector(text, path(body), Asked.filled(body, "lang", LONGEST_NAME));
        Answered.check(body);
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        int most = shelf.sources().limits().queryBytes();
        if (bytes > most) {
            throw SourceFault.of(
                    413,
                    "query_too_large",
                    "a query has at most " + most + " bytes, this one has " + bytes,
                    "limit",
                    most);
        }
        return Listing.matches(selector, asked);
    }

    private static @Nullable String path(Form form) {
        return Asked.filled(form, "path", Asked.LONGEST_PATH);
    }
}
