package io.precinct.graph.checklists;

import io.precinct.graph.api.Checklists.NoSuchList;
import io.precinct.graph.api.Checklists.Progress;
import io.precinct.graph.api.Graph.Node;
import io.precinct.graph.nodes.CaseHold;
import io.precinct.graph.nodes.Nodes;
import io.precinct.postgres.api.Transaction;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lists of nodes. Each change holds the case, locks the node and reads it again, so that concurrent changes are applied
 * one after the other. If the case was deleted in the meantime the change is refused (404). Thread-safe.
 */
final class ListStore {
    private final Nodes nodes;
    private final CaseHold cases;

    ListStore(Nodes nodes, CaseHold cases) {
        this.nodes = nodes;
        this.cases = cases;
    }

    /**
     * A list, say after a change.
     *
     * @param node with it
     * @param list as it is now
     * @param created whether it is new
     */
    record Changed(Node node, TodoList list, boolean created) {}

    /** The lists of a node. */
    static List<Progress> progress(Node node) {
        return ListGroup.of(node.body()).lists().stream()
                .map(list -> list.progress(node))
                .toList();
    }

    /**
     * A list as it is; locks nothing.
     *
     * @param name name or slug
     * @throws NoSuchList if there is no such list
     */
    Changed show(String slug, String name) {
        Node node = nodes.read(slug);
        TodoList list = node == null ? null : ListGroup.of(node.body()).list(ListName.sought(name));
        if (node == null || list == null) {
            throw new NoSuchList(slug, name);
        }
        return new Changed(node, list, false);
    }

    /**
     * Creates a list unless it exists, and its node unless that exists.
     *
     * @param precondition checks the node before the change, locked; of version 0 if there is none
     */
    Changed ensure(Transaction transaction, String slug, ListName name, Consumer<Node> precondition) {
        cases.hold(transaction, slug);
        Node before = nodes.lockedOrNew(transaction, slug);
        precondition.accept(before);
        TodoList present = ListGroup.of(before.body()).list(name);
        if (present != null) {
            return new Changed(before, present, false);
        }
        Node node = nodes.written(transaction, before, withList(slug, before.body(), name));
        return new Changed(node, found(node, name), true);
    }

    private static String withList(String slug, String body, ListName name) {
        return ListGroup.of(body.isEmpty() ? ListGroup.titled(slug) : body).with(name);
    }

    /**
     * Does something to a list; only adding creates one.
     *
     * @param name name or slug
     * @throws NoSuchList if there is no such list
     */
    Changed execute(Transaction transaction, String slug, String name, ListAction action, Consumer<Node> precondition) {
        cases.hold(transaction, slug);
        boolean adds = action instanceof ListAction.Add;
        Node before = adds ? nodes.lockedOrNew(transaction, slug) : nodes.locked(transaction, slug);
        if (before == null) {
            throw new NoSuchList(slug, name);
        }
        precondition.accept(before);
        ListName sought = ListName.sought(name);
        TodoList list = ListGroup.of(before.body()).list(sought);
        boolean created = list == null;
        if (list == null && adds) {
            sought = ListName.of("/name", name);
            list = ListGroup.of(withList(slug, before.body(), sought)).list(sought);
        }
        if (list == null) {
            throw new NoSuchList(slug, name);
        }
        String body = action.on(list);
        if (body.equals(before.body())) {
            return new Changed(before, list, false);
        }
        Node node = nodes.written(transaction, before, body);
        return new Changed(node, found(node, sought), created);
    }

    private static TodoList found(Node node, ListName name) {
        TodoList list = ListGroup.of(node.body()).list(name);
        if (list == null) {
            throw new IllegalStateException(
                    "the list " + name.text() + " is gone from " + node.slug() + " by a change that was to keep it");
        }
        return list;
    }

    /** Removes a list; null if there was none. */
    @Nullable
    Node remove(Transaction transaction, String slug, String name, Consumer<Node> precondition) {
        cases.hold(transaction, slug);
        Node before = nodes.locked(transaction, slug);
        if (before == null) {
            return null;
        }
        precondition.accept(before);
        TodoList list = ListGroup.of(before.body()).list(ListName.sought(name));
        return list == null ? null : nodes.written(transaction, before, ListGroup.without(list));
    }
}
