package io.precinct.configuration.queries;

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
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.common.cache.WeightedLru;
import io.precinct.configuration.api.ConfigurationQueries;
import io.precinct.configuration.api.ConfigurationQuery;
import io.precinct.configuration.queries.ConfigurationResources.Head;
import io.precinct.configuration.queries.expression.BadExpression;
import io.precinct.configuration.queries.expression.Deadline;
import io.precinct.configuration.queries.expression.Expression;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Schemas;
import io.precinct.rest.api.Text;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.api.View;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints that query the configuration files of a repository. Other bundles query them through the same caches. */
@Component
@FamilyName("configuration")
public final class ConfigurationEndpoints implements BoundaryFamily, ConfigurationQueries {
    private static final int LONGEST_PATH = 4096;
    private static final int LONGEST_CURSOR = 20_000;
    private static final int USUAL_LIMIT = 100;
    private static final int MOST_LIMIT = 1_000;
    /** Capacity for cached pages, in bytes. */
    private static final long CAPACITY = 16L << 20;

    private static final Field<@Nullable String> PATH = Field.text("path", LONGEST_PATH)
            .describedAs("A file or a folder. This or glob.")
            .example("config/service.yml");
    private static final Field<@Nullable String> GLOB =
            Field.text("glob", LONGEST_PATH).describedAs("A pattern of paths. This or path.");
    private static final Field<String> QUERY = Field.requiredText("query", Integer.MAX_VALUE)
            .describedAs("A JMESPath expression.")
            .example("@");
    private static final Field<@Nullable String> REF =
            Field.text("ref", LONGEST_PATH).describedAs("Branch, tag or commit; without it the configured one.");
    private static final Field<Integer> LIMIT = Field.limit(USUAL_LIMIT, MOST_LIMIT);
    private static final Field<@Nullable String> CURSOR =
            Field.text("cursor", LONGEST_CURSOR).describedAs("Where to go on, as next_cursor of the page before says.");

    private static final Schema REFUSAL = Schemas.REFUSAL
            .optionally("code", Schema.text().example("unknown_repo"))
            .optionally("detail", Schema.any())
            .optionally("errors", Schema.list(Schemas.FAULT))
            .named("ConfigurationRefusal");

    private static final Contract REFUSING = Contract.of(
            Answer.of(400, "The query or the body cannot be read; detail and errors say why.", REFUSAL),
            Answer.of(404, "There is no such repository, ref or path.", REFUSAL),
            Answer.of(409, "The list cannot go on; begin without cursor.", REFUSAL),
            Answer.of(413, "The expression is too long.", REFUSAL),
            Answer.of(422, "The expression or the file is at fault; code says which.", Schemas.REFUSAL),
            Answer.of(503, "The repository is not available now.", REFUSAL).with(Contracts.RETRY_AFTER),
            Answer.of(504, "The expression took too long.", REFUSAL));

    private static final Answer FOUND = Answer.ok(
                    "What the expression gives for each document, where that is not null.",
                    ConfigurationResources.list())
            .with(Parameter.header("ETag", Schema.text()).describedAs("Identifies this answer, for If-None-Match."));

    private final Sources sources;
    private final FileLists lists = new FileLists();
    private final ParsedFiles parsed = new ParsedFiles();
    private final WeightedLru<List<@Nullable Object>, Listing.Page> pages =
            new WeightedLru<>(CAPACITY, Listing.Page::weight);

    /** Endpoints of these repositories. */
    @Activate
    public ConfigurationEndpoints(@Reference Sources sources) {
        this.sources = sources;
    }

    @Override
    public List<Member> members() {
        Contract ofBody = Contract.taking(Field.body(PATH, GLOB, QUERY, REF)).and(Field.query(LIMIT, CURSOR));
        Contract ofQuery = Field.query(PATH, GLOB, QUERY, REF, LIMIT, CURSOR)
                .and(Contract.of(Answer.empty(304, "It is what If-None-Match names.")))
                .and(Contract.of(Parameter.header("If-None-Match", Schema.text().example("\"0123\""))
                        .describedAs("The ETag of the answer that the client has.")));
        return Endpoint.family(
                member("post", "query", ofBody, input -> answer(input, Form.body(input), Form.query(input))),
                member("get", "read", ofQuery, input -> {
                    Form query = Form.query(input);
                    return answer(input, query, query);
                }));
    }

    private static Member member(String method, String name, Contract takes, Member.Handler handler) {
        Declaration declaration = Declaration.terminal()
                .describedAs("Results of an expression over configuration files.")
                .under(REFUSING)
                .takes(Parameter.path("repo", Schema.text().example("sample"))
                        .describedAs("The name of the repository."))
                .under(takes)
                .under(Contract.of(FOUND))
                .build();
        return Member.on(
                RouteDeclaration.of(method, "/repos/:repo/config"), name, declaration, Faults.answered(handler));
    }

    /**
     * The answer to a question.
     *
     * @param asked form with the question
     * @param paging form with limit and cursor; may be the same
     */
    private Outcome answer(Input input, Form asked, Form paging) {
        String cursor = CURSOR.in(paging);
        Question question = question(asked, LIMIT.in(paging), asked == paging ? null : paging);
        ListCursor at = ListCursor.read(cursor, Listing.list(question));
        Head head = granted(input, head(repository(input.params().text("repo")), question, at));
        if (head.view().confidential()) {
            var deadline = Deadline.in(sources.limits().queryTime());
            Listing.Page page = new Listing(head, question, lists, parsed, deadline).from(at);
            return Reply.ok(page.payload()).header("Cache-Control", "no-store");
        }
        List<@Nullable Object> key = key(question, head, cursor);
        Listing.Page page = pages.get(key);
        if (page == null) {
            var deadline = Deadline.in(sources.limits().queryTime());
            page = new Listing(head, question, lists, parsed, deadline).from(at);
            if (page.lasting()) {
                Data.remembered(page.payload());
                pages.keep(key, page);
            }
        }
        boolean pinned = head.view().pinned() && page.lasting();
        return tagged(input, Reply.ok(page.payload()), page.tag(), pinned);
    }

    private Question question(Form asked, int limit, @Nullable Form paging) {
        String path = filled(PATH.in(asked));
        String glob = filled(GLOB.in(asked));
        String text = QUERY.in(asked);
        String ref = filled(REF.in(asked));
        Faults.check(asked);
        if (paging != null) {
            Faults.check(paging);
        }
        if ((path == null) == (glob == null)) {
            throw SourceFault.of(
                    400, "malformed", "either path or glob says which files are asked, and the other is left out");
        }
        return new Question(path, glob, text, expression(text), ref, limit);
    }

    private Expression expression(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        int most = sources.limits().queryBytes();
        if (bytes > most) {
            throw SourceFault.of(
                    413,
                    "query_too_large",
                    "a query has at most " + most + " bytes, this one has " + bytes,
                    "limit",
                    most);
        }
        try {
            return Expression.parse(text);
        } catch (BadExpression e) {
            throw Faults.of(e);
        }
    }

    @Override
    public void check(String expression) {
        expression(expression);
    }

    @Override
    public Found find(View view, ConfigurationQuery query, int most, Duration time) {
        String text = query.expression();
        var question = new Question(query.path(), query.glob(), text, expression(text), null, most);
        return new Listing(new Head(view, view.ref()), question, lists, parsed, Deadline.in(time)).found();
    }

    private static @Nullable String filled(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
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

    /** The repository at the requested ref, or at the commit at which the list began. */
    private static Head head(Repository repository, Question question, @Nullable ListCursor at) {
        if (at == null) {
            View view = repository.view(question.ref());
            return new Head(view, view.ref());
        }
        try {
            View view = repository.view(at.commit());
            String followed = question.ref() == null ? repository.status().ref() : question.ref();
            return new Head(view, followed == null ? view.ref() : followed);
        } catch (SourceFault fault) {
            if (fault.status() != 404) {
                throw fault;
            }
            throw SourceFault.of(
                    409,
                    "stale_cursor",
                    "the commit " + at.commit() + " at which this list began is gone; begin without cursor");
        }
    }

    /**
     * The head as the caller may see it. Nobody is granted anything in probed and traced answers, which are recorded.
     */
    private static Head granted(Input input, Head head) {
        return inspected(input) ? head : new Head(head.view().granted(Principal.roles(input)), head.ref());
    }

    /** Everything that an answer depends on. */
    private static List<@Nullable Object> key(Question question, Head head, @Nullable String cursor) {
        View view = head.view();
        return Arrays.asList(
                question.identity(),
                question.limit(),
                cursor,
                view.repository(),
                head.ref(),
                view.commit(),
                view.fetchedAt(),
                view.stale(),
                view.generation(),
                view.decoding());
    }

    private static boolean inspected(Input input) {
        return input.get("service") instanceof Map<?, ?> service
                && (service.get("verify") != null || Boolean.TRUE.equals(service.get("trace")));
    }

    /** Adds the tag. Probed and traced answers must not be stored. */
    private static Reply tagged(Input input, Reply reply, String tag, boolean pinned) {
        String control = inspected(input) ? "no-store" : pinned ? "max-age=31536000, immutable" : "no-cache";
        return reply.header("ETag", tag).header("Cache-Control", control);
    }
}
