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
import io.precinct.api.contract.Schema;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Resource;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.Item;
import io.precinct.source.api.Match;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.ReferenceSelector;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.TextLine;
import io.precinct.source.endpoints.page.CodePage;
import io.precinct.source.endpoints.page.SearchPage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints that search code: for symbols, for annotations, and by syntax-tree queries. */
@Component
@FamilyName("code")
public final class CodeEndpoints implements BoundaryFamily, MetricSource {
    private static final int LONGEST_NAME = 1000;
    private static final String SEARCH = "search";

    /** Cost of a query or of references in a repository, for which files without a kept tree are parsed. */
    private static final int COST_OF_QUERY = 1;

    /** Cost of a search for a regular expression, which the thread of the request does. */
    private static final int COST_OF_EXPRESSION = 2;

    /** Cost of symbols or annotations of all repositories. */
    private static final int COST_OF_WALK = 1;

    /** Cost of a query or of references in all repositories. */
    private static final int COST_OF_ALL_QUERY = 2;

    private static final Field<@Nullable String> NAME =
            Field.text("name", LONGEST_NAME).describedAs("The name of the declaration; * stands for anything.");
    private static final Field<@Nullable String> KIND = Field.text("kind", LONGEST_NAME)
            .describedAs("class, method, function and so on.")
            .example("method");
    private static final Field<@Nullable String> PATH =
            Field.text("path", ListParameters.LONGEST_PATH).describedAs("A file, a folder, or a pattern of paths.");
    private static final Field<String> PATTERN = Field.requiredText("pattern", LONGEST_NAME)
            .describedAs(
                    "@tag:id of the annotations; * stands for anything in either, @*:A-1 for every tag, @*:* for all.")
            .example("@req:*");
    private static final Field<String> TEXT = Field.requiredText("query", Integer.MAX_VALUE)
            .describedAs("A tree-sitter query.")
            .example("(identifier) @name");
    private static final Field<@Nullable String> LANG =
            Field.text("lang", LONGEST_NAME).example("java");

    private static final ItemFields<SourceResources.Found<Item>> OF_SYMBOLS = new ItemFields<>(SourceResources.SYMBOL);
    private static final ItemFields<SourceResources.Found<Annotation>> OF_ANNOTATIONS =
            new ItemFields<>(SourceResources.ANNOTATION);

    private static final Search SYMBOLS = new Search(
            "Declarations by name and kind",
            Field.query(NAME, KIND, PATH, OF_SYMBOLS.field()),
            SourceResources.inPart(SourceResources.SYMBOL),
            0);
    private static final Search ANNOTATIONS = new Search(
            "Code by annotations @tag:id in its comments",
            Field.query(PATTERN, PATH, OF_ANNOTATIONS.field()),
            SourceResources.inPart(SourceResources.ANNOTATION),
            0);
    private static final Search QUERY = new Search(
            "Matches of a syntax-tree query",
            Contract.taking(Field.body(TEXT, PATH, LANG))
                    .and(Contract.of(
                            Answer.of(413, "The query is too long.", SourceDocuments.REFUSAL),
                            Answer.of(504, "The query took too long.", SourceDocuments.REFUSAL)))
                    .and(SourceDocuments.ADMITTED),
            SourceResources.MATCH.schema(),
            COST_OF_QUERY);

    private static final Field<String> OF_NAME = Field.requiredText("name", LONGEST_NAME)
            .describedAs("The name of the identifiers.")
            .example("Greeter");
    private static final Field<@Nullable String> SORT = Field.oneOf("sort", List.of("declaration"))
            .describedAs("Names of declarations first; without it by path and place.");
    private static final Search REFERENCES = new Search(
            "Identifiers of a name in code",
            Field.query(OF_NAME, PATH, LANG, SORT)
                    .and(Contract.of(Answer.of(504, "The search took too long.", SourceDocuments.REFUSAL)))
                    .and(SourceDocuments.ADMITTED),
            SourceResources.REFERENCE.schema(),
            COST_OF_QUERY);
    private static final Search LINES = new Search(
            "Lines of text by a literal text or a regular expression",
            TextQuery.PARAMETERS.and(TextQuery.SPLIT).and(SourceDocuments.ADMITTED),
            SourceResources.TEXT_LINE.schema(),
            0);
    private static final Search ALL_LINES = new Search(
            LINES.sentence,
            LINES.takes.and(TextQuery.OF_REPOSITORIES),
            SourceResources.TEXT_LINE_IN_REPOSITORY.schema(),
            LINES.cost);

    private final RepositoryLookup lookup;
    private final ResponseCache answers = new ResponseCache();
    private final WalkedCommits walked = new WalkedCommits();
    private final Admission admission;

    /** Endpoints of these repositories. */
    @Activate
    public CodeEndpoints(@Reference Sources sources) {
        this(sources, new Admission());
    }

    CodeEndpoints(Sources sources, Admission admission) {
        this.lookup = new RepositoryLookup(sources);
        this.admission = admission;
    }

    @Override
    public List<Family> collect() {
        var samples = new ArrayList<Sample>();
        for (ResponseCache.Source source : ResponseCache.Source.values()) {
            samples.add(sample(source.name().toLowerCase(Locale.ROOT), answers.count(source)));
        }
        samples.add(sample("refused", admission.refused()));
        return List.of(
                new Family(
                        "precinct_source_searches",
                        Type.COUNTER,
                        "Lists of code by where their answer came from.",
                        samples),
                Family.gauge(
                        "precinct_source_search_places_taken",
                        "Places that expensive searches take now.",
                        admission.taken()));
    }

    private static Sample sample(String outcome, long count) {
        return new Sample.Value(Map.of("outcome", outcome), count);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                one("get", "symbols", SYMBOLS, this::symbols),
                one("get", "annotations", ANNOTATIONS, this::annotations),
                one("post", "query", QUERY, this::query),
                one("get", "references", REFERENCES, this::references),
                one("get", SEARCH, LINES, (_, query) -> lines(query, List.of())),
                all("get", "symbols", SYMBOLS, this::symbols, _ -> List.of()),
                all("get", "annotations", ANNOTATIONS, this::annotations, _ -> List.of()),
                all("get", "references", REFERENCES, this::references, _ -> List.of()),
                all("post", "query", QUERY, this::query, _ -> List.of()),
                all(
                        "get",
                        SEARCH,
                        ALL_LINES,
                        (_, query) -> lines(query, TextQuery.repositories(query)),
                        TextQuery::repositories));
    }

    /** A kind of search: its description, its parameters, its items, and what it costs in several files of a repository. */
    private record Search(String sentence, Contract takes, Schema item, int cost) {}

    /** Makes the list of a request, not yet bound to a repository. */
    private interface ListingFactory {
        Listing<?> of(Input input, Form query);
    }

    private Member one(String method, String name, Search search, ListingFactory factory) {
        return Member.on(
                route(method, "/repos/:repo/" + name),
                name,
                SourceDocuments.ofRepository(search.sentence + ".")
                        .under(ListParameters.CODE)
                        .under(search.takes)
                        .under(SourceDocuments.reading(
                                Answer.ok("What was found.", SourceResources.found(search.item))))
                        .build(),
                SourceEndpoint.by(input -> {
                    String moved = name.equals(SEARCH) ? TextQuery.split(input) : null;
                    if (moved != null) {
                        return Reply.of(303, Map.of("location", moved)).header("Location", moved);
                    }
                    Listing<?> listing = listing(factory, input);
                    Repository repository = lookup.named(input.params().text("repo"));
                    var cost = new Admission.Cost(
                            cost(search, Form.query(input)), repository.name(), Admission.client(input));
                    return answer(
                            input, name, listing.of(repository, answers, make -> () -> admission.during(cost, make)));
                }));
    }

    /** @param repositories names of the requested ones; none for all */
    private Member all(
            String method,
            String name,
            Search search,
            ListingFactory factory,
            Function<Form, List<String>> repositories) {
        return Member.on(
                route(method, "/" + name),
                "all_" + name,
                SourceDocuments.of(search.sentence + ", of all repositories.")
                        .under(ListParameters.CODE)
                        .under(search.takes)
                        .under(SourceDocuments.ADMITTED)
                        .under(SourceDocuments.reading(
                                Answer.ok("What was found.", SourceResources.foundInAll(search.item))))
                        .build(),
                SourceEndpoint.by(input -> {
                    String moved = name.equals(SEARCH) ? TextQuery.split(input) : null;
                    if (moved != null) {
                        return Reply.of(303, Map.of("location", moved)).header("Location", moved);
                    }
                    Listing<?> listing = listing(factory, input);
                    Sources sources = lookup.sources();
                    int ofOne = cost(search, Form.query(input));
                    var cost = new Admission.Cost(
                            ofOne == 0 ? COST_OF_WALK : COST_OF_ALL_QUERY, Admission.ALL, Admission.client(input));
                    return answer(
                            input,
                            name,
                            new RepositoryWalk(listing, walked, sources.limits().queryTime())
                                    .page(
                                            lookup.meant(repositories.apply(Form.query(input))),
                                            answers,
                                            make -> () -> admission.during(cost, make)));
                }));
    }

    /** What a search of one repository costs. */
    private static int cost(Search search, Form query) {
        boolean lines = search == LINES || search == ALL_LINES;
        return lines && TextQuery.isExpression(query) ? COST_OF_EXPRESSION : search.cost;
    }

    private static RouteDeclaration route(String method, String path) {
        return RouteDeclaration.of(method, path).producing(Accept.HTML);
    }

    private static Listing<?> listing(ListingFactory factory, Input input) {
        Form query = Form.query(input);
        Listing<?> listing = factory.of(input, query);
        SourceEndpoint.check(query);
        return listing;
    }

    private static Outcome answer(Input input, String title, Listing.Page page) {
        if (Accept.page(input) && title.equals(SEARCH)) {
            return SearchPage.of(input.query().map(), page.payload()).reply(input);
        }
        return Accept.page(input)
                ? CodePage.of(title, input.query().map(), page.payload()).reply(input)
                : Freshness.tagged(input, Reply.ok(page.payload()), page.tag(), page.pinned());
    }

    // @req:source-symbols
    private Listing<Symbol> symbols(Input input, Form query) {
        ListParameters parameters = ListParameters.code(query);
        var selector = new SymbolSelector(
                ListParameters.filled(NAME.in(query)), ListParameters.filled(KIND.in(query)), path(query));
        return Listing.symbols(selector, parameters, members(OF_SYMBOLS, input, query));
    }

    // @req:source-annotations
    private Listing<Annotation> annotations(Input input, Form query) {
        ListParameters parameters = ListParameters.code(query);
        var selector = new AnnotationSelector(PATTERN.in(query), path(query));
        return Listing.annotations(selector, parameters, members(OF_ANNOTATIONS, input, query));
    }

    /** On pages, all members are shown, whatever is requested. */
    private static <T> Resource<T> members(ItemFields<T> fields, Input input, Form query) {
        Resource<T> asked = fields.in(query);
        return Accept.page(input) ? fields.all() : asked;
    }

    // @req:source-query
    private Listing<Match> query(Input input, Form query) {
        ListParameters parameters = ListParameters.code(query);
        Form body = Form.body(input);
        String text = TEXT.in(body);
        var selector = new QuerySelector(text, path(body), ListParameters.filled(LANG.in(body)));
        SourceEndpoint.check(body);
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        int most = lookup.sources().limits().queryBytes();
        if (bytes > most) {
            throw SourceFault.of(
                    413,
                    "query_too_large",
                    "a query has at most " + most + " bytes, this one has " + bytes,
                    "limit",
                    most);
        }
        return Listing.matches(selector, parameters);
    }

    // @req:source-references
    private Listing<?> references(Input input, Form query) {
        ListParameters parameters = ListParameters.code(query);
        return Listing.references(
                new ReferenceSelector(
                        OF_NAME.in(query), path(query), ListParameters.filled(LANG.in(query)), SORT.in(query) != null),
                parameters);
    }

    // @req:source-search
    private static Listing<TextLine> lines(Form query, List<String> repositories) {
        ListParameters parameters = ListParameters.code(query);
        return Listing.lines(TextQuery.selector(query), repositories, parameters);
    }

    private static @Nullable String path(Form form) {
        return ListParameters.filled(PATH.in(form));
    }
}
