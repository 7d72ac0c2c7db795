package io.precinct.graph.checklists;

import io.precinct.cases.api.CaseChecklists;
import io.precinct.cases.api.CaseLists;
import io.precinct.cases.api.Cases.Change;
import io.precinct.cases.api.Cases.Problem;
import io.precinct.graph.api.Checklists;
import io.precinct.graph.api.Checklists.Progress;
import io.precinct.graph.api.Graph.Node;
import io.precinct.graph.nodes.Nodes;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The checklists of cases for export, import and sync. This class does not depend on the cases, so that the two domains
 * never wait for each other. Thread-safe.
 */
@Component
public final class ChecklistsOfCases implements CaseChecklists, CaseLists {
    private final Nodes nodes;

    /** Creates an instance on these nodes. */
    @Activate
    public ChecklistsOfCases(@Reference Nodes nodes) {
        this.nodes = nodes;
    }

    @Override
    public List<Checklist> of(String caseId) {
        Node node = nodes.read(Checklists.nodeOfCase(caseId));
        return node == null ? List.of() : checklists(node);
    }

    @Override
    public Map<String, List<Checklist>> ofAll(Collection<String> caseIds) {
        Map<String, String> cases = new HashMap<>();
        caseIds.forEach(id -> cases.put(Checklists.nodeOfCase(id), id));
        Map<String, List<Checklist>> all = new HashMap<>();
        for (Node node : nodes.readAll(cases.keySet())) {
            all.put(cases.get(node.slug()), checklists(node));
        }
        return all;
    }

    private static List<Checklist> checklists(Node node) {
        return ListGroup.of(node.body()).lists().stream()
                .map(list -> checklist(node, list))
                .toList();
    }

    private static Checklist checklist(Node node, TodoList list) {
        Progress progress = list.progress(node);
        List<Item> items = list.items().stream()
                .map(item -> new Item(item.index(), item.itemId(), item.text(), item.checked()))
                .toList();
        return new Checklist(
                progress.name(),
                progress.slug(),
                progress.address(),
                progress.total(),
                progress.completed(),
                progress.percent(),
                items);
    }

    @Override
    public Map<String, List<Content>> of(Transaction transaction, Collection<String> caseIds) {
        var bySlug = new HashMap<String, String>();
        caseIds.forEach(id -> bySlug.put(Checklists.nodeOfCase(id), id));
        var found = new HashMap<String, List<Content>>();
        for (Node node : nodes.readAll(transaction, bySlug.keySet())) {
            List<Content> lists = ListGroup.of(node.body()).lists().stream()
                    .map(ChecklistsOfCases::content)
                    .sorted(Comparator.comparing(Content::slug))
                    .toList();
            if (!lists.isEmpty()) {
                found.put(Objects.requireNonNull(bySlug.get(node.slug())), lists);
            }
        }
        return found;
    }

    private static Content content(TodoList list) {
        List<ItemContent> items = list.items().stream()
                .map(item -> new ItemContent(item.itemId(), item.text(), item.checked()))
                .toList();
        return new Content(list.name(), list.slug(), items);
    }

    @Override
    public List<Problem> problems(List<Content> lists) {
        return GivenLists.problems(lists);
    }

    @Override
    public List<Change> replace(Transaction transaction, String caseId, List<Content> lists) {
        return replace(transaction, caseId, null, lists);
    }

    @Override
    public Map<String, String> texts(Transaction transaction, Collection<String> caseIds) {
        var bySlug = new HashMap<String, String>();
        caseIds.forEach(id -> bySlug.put(Checklists.nodeOfCase(id), id));
        var found = new HashMap<String, String>();
        for (Node node : nodes.readAll(transaction, bySlug.keySet())) {
            found.put(Objects.requireNonNull(bySlug.get(node.slug())), node.body());
        }
        return found;
    }

    @Override
    public List<Change> replace(
            Transaction transaction, String caseId, @Nullable String text, @Nullable List<Content> lists) {
        nodes.awaitSchema();
        String slug = Checklists.nodeOfCase(caseId);
        // no other transaction writes the node, because the case is locked
        Node there = nodes.locked(transaction, slug);
        String before = there == null ? "" : there.body();
        String base = text == null ? before : text;
        String after = lists == null ? base : GivenLists.in(slug, base, lists);
        if (after.equals(before)) {
            return List.of();
        }
        Nodes.checkSize(slug, after);
        nodes.written(transaction, there == null ? nodes.lockedOrNew(transaction, slug) : there, after);
        return ListChange.between(before, after);
    }

    @Override
    public List<Change> revert(Transaction transaction, String caseId, Change change) {
        nodes.awaitSchema();
        String slug = Checklists.nodeOfCase(caseId);
        Node there = nodes.locked(transaction, slug);
        if (there == null || !ListReversal.isList(change.field())) {
            throw Refusal.of(409, "not_undoable", change.field() + " is not a checklist of " + caseId);
        }
        String after = ListReversal.of(there.body(), change);
        nodes.written(transaction, there, after);
        return ListChange.between(there.body(), after);
    }
}
