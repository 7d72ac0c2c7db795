package io.precinct.graph.checklists;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseRoles;
import io.precinct.cases.api.Cases;
import io.precinct.cases.api.Cases.Author;
import io.precinct.common.uri.PercentCoding;
import io.precinct.graph.api.Checklists;
import io.precinct.graph.api.Checklists.NoSuchList;
import io.precinct.graph.api.Checklists.Progress;
import io.precinct.graph.api.Graph.Node;
import io.precinct.graph.nodes.CaseHold;
import io.precinct.graph.nodes.Nodes;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import io.precinct.rest.api.Versions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints for the checklists of cases, which are sections of the node {@code case-<id>}. */
@Component
@FamilyName("checklists")
public final class ChecklistEndpoints implements BoundaryFamily {
    private static final List<String> SORTS = List.of("position");

    private final Nodes nodes;
    private final ListStore lists;
    private final CaseHold cases;

    /** Creates the endpoints on these nodes. */
    @Activate
    public ChecklistEndpoints(@Reference Nodes nodes, @Reference CaseHold cases) {
        this.nodes = nodes;
        this.cases = cases;
        this.lists = new ListStore(nodes, cases);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                Member.on(
                        route("get", "/api/tasks/:id/lists"),
                        "all",
                        ChecklistDocuments.of("The checklists of a case, each with its progress.")
                                .under(ListRequest.contract(
                                        "The checklists.", SORTS, ChecklistDocuments.PROGRESS.schema()))
                                .answers(ChecklistDocuments.lists(SORTS))
                                .build(),
                        Endpoint.list(this::all)),
                Member.on(
                        route("post", "/api/tasks/:id/lists"),
                        "ensure",
                        ChecklistDocuments.ENSURE,
                        Endpoint.list(this::ensure)),
                Member.on(
                        route("post", "/api/tasks/:id/lists/:name/execute"),
                        "execute",
                        ChecklistDocuments.EXECUTE,
                        Endpoint.list(this::execute)),
                Member.on(
                        route("delete", "/api/tasks/:id/lists/:name"),
                        "remove",
                        ChecklistDocuments.REMOVE,
                        Endpoint.list(this::remove)));
    }

    private static RouteDeclaration route(String method, String path) {
        return CaseRoles.permitted(RouteDeclaration.of(method, path)).exposed().principalIn(Principal.HEADER);
    }

    // @req:checklist-progress
    private Outcome all(Input input) {
        Form query = Form.query(input);
        ListRequest page = ListRequest.of(query, SORTS, ChecklistDocuments.PROGRESS.names());
        query.check();
        Node node = nodes.read(slug(input));
        List<Map<String, @Nullable Object>> all = node == null ? List.of() : data(node);
        List<Map<String, @Nullable Object>> rows = page.descending() ? all.reversed() : all;
        int from = Math.min(rows.size(), after(page, rows));
        int to = Math.min(rows.size(), from + page.limit());
        Object last = to < rows.size() ? rows.get(to - 1).get("slug") : null;
        Reply reply = page.reply(input, rows.subList(from, to), rows.size(), last == null ? null : List.of(last));
        return Versions.tagged(reply, node == null ? 0 : node.version());
    }

    /** Returns the index after the last list of the previous page, or 0 if that list was removed. */
    private static int after(ListRequest page, List<Map<String, @Nullable Object>> rows) {
        Object slug = page.after() == null ? null : page.after().getFirst();
        for (int i = 0; i < rows.size(); i++) {
            if (Objects.equals(rows.get(i).get("slug"), slug)) {
                return i + 1;
            }
        }
        return 0;
    }

    // @req:checklist-ensure
    private Outcome ensure(Input input) {
        Form form = Form.body(input);
        String text = ChecklistDocuments.NAME.in(form);
        form.check();
        ListName name = ListName.of("/name", text);
        String slug = slug(input);
        return nodes.idempotency().write(nodes.database(), input, transaction -> {
            var changed = lists.ensure(writing(transaction, slug, input), name);
            Progress progress = changed.list().progress(changed.node());
            String place = "/api/tasks/" + input.params().text("id") + "/lists/"
                    + PercentCoding.encodeSegment(progress.slug());
            Reply reply = changed.created()
                    ? Reply.created(place, ChecklistDocuments.PROGRESS.view(progress))
                    : Reply.ok(ChecklistDocuments.PROGRESS.view(progress));
            return Versions.tagged(reply, changed.node().version());
        });
    }

    // @req:checklist-execute
    private Outcome execute(Input input) {
        ListAction action = ActionForm.read(input.params().map(), "id", "name");
        String slug = slug(input);
        String name = input.params().text("name");
        return found(
                name,
                () -> action instanceof ListAction.Show
                        ? answer(lists.show(slug, name))
                        : nodes.idempotency()
                                .write(
                                        nodes.database(),
                                        input,
                                        transaction -> answer(
                                                lists.execute(writing(transaction, slug, input), name, action))));
    }

    private static Reply answer(ListStore.Changed now) {
        Reply reply = Reply.ok(Data.map(
                "list",
                ChecklistDocuments.PROGRESS.view(now.list().progress(now.node())),
                "items",
                Data.freezeList(ChecklistDocuments.ITEM.views(now.list().items()))));
        return Versions.tagged(reply, now.node().version());
    }

    // @req:checklist-delete
    private Outcome remove(Input input) {
        String slug = slug(input);
        String name = input.params().text("name");
        return found(
                name,
                () -> nodes.idempotency().write(nodes.database(), input, transaction -> {
                    if (lists.remove(writing(transaction, slug, input), name) == null) {
                        throw new NoSuchList(slug, name);
                    }
                    return Reply.empty(204);
                }));
    }

    private static ListStore.Writing writing(Transaction transaction, String slug, Input input) {
        return new ListStore.Writing(transaction, slug, Author.of(Principal.of(input), input), precondition(input));
    }

    private static Outcome found(String name, Supplier<Outcome> work) {
        try {
            return work.get();
        } catch (NoSuchList e) {
            throw Refusal.notFound("list", name);
        }
    }

    /** Returns a check of {@code If-Match} against the node; a node that does not exist yet has version 0. */
    private static Consumer<Node> precondition(Input input) {
        return node -> Versions.check(input, node.version(), () -> data(node));
    }

    /** Returns the slug of the node of the case. */
    private String slug(Input input) {
        String id = input.params().text("id");
        Cases known = cases.cases();
        if (!Text.storable(id) || known.find(id) == null) {
            throw Refusal.notFound("case", id);
        }
        return Checklists.nodeOfCase(id);
    }

    private static List<Map<String, @Nullable Object>> data(Node node) {
        return ChecklistDocuments.PROGRESS.views(ListStore.progress(node));
    }
}
