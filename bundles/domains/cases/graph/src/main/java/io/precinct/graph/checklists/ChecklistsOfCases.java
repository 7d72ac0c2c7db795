package io.precinct.graph.checklists;

import io.precinct.cases.api.CaseChecklists;
import io.precinct.graph.api.Checklists;
import io.precinct.graph.api.Checklists.Progress;
import io.precinct.graph.api.Graph.Node;
import io.precinct.graph.nodes.Nodes;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The checklists of a case for its export. It needs no cases itself, so that the two domains never wait for each other.
 * Thread-safe.
 */
@Component
public final class ChecklistsOfCases implements CaseChecklists {
    private final Nodes nodes;

    /** The checklists in these nodes. */
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
}
