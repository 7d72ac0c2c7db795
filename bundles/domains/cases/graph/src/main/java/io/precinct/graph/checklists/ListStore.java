package io.precinct.graph.checklists;

import io.precinct.cases.api.Cases.Author;
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
 * Reads and changes the lists of nodes. Each change locks the case, then the node, and then reads the node again, so
 * that concurrent changes are applied one after another. A change of the node is also a change of the case in the same
 * transaction. If the case was deleted in the meantime, the change is refused (404). Thread-safe.
 */
final class ListStore {
    private final Nodes nodes;
    private final CaseHold cases;

    ListStore(Nodes nodes, CaseHold cases) {
        this.nodes = nodes;
        this.cases = cases;
    }

    /**
     * A list as it was read, or after a change.
     *
     * @param node the node that contains the list
     * @param list the current list
     * @param created whether the list is new
     */
    record Changed(Node node, TodoList list, boolean created) {}

    /** Returns the progress of all lists of a node. */
    static List<Progress> progress(Node node) {
        return ListGroup.of(node.body()).lists().stream()
                .map(list -> list.progress(node))
                .toList();
    }

    /**
     * Reads a list without locking anything.
     *
     * @param name slug or name
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
     * The context of a change.
     *
     * @param slug the slug of the node
     * @param author who makes the change
     * @param precondition checks the locked node before the change; a missing node has version 0
     */
    record Writing(Transaction transaction, String slug, Author author, Consumer<Node> precondition) {}

    /** Creates a list, and its node, if they do not exist. */
    Changed ensure(Writing writing, ListName name) {
        CaseHold.Held held = held(writing);
        Node before = nodes.lockedOrNew(writing.transaction, writing.slug);
        writing.precondition.accept(before);
        TodoList present = ListGroup.of(before.body()).named(name);
        if (present != null) {
            return new Changed(before, present, false);
        }
        TodoList made = made(before, name);
        Node node = nodes.written(writing.transaction, before, made.body());
        held.changed(ListChange.made(made));
        return new Changed(node, made, true);
    }

    /** Locks the case before the node, as every transaction does that changes or deletes the case. */
    private CaseHold.Held held(Writing writing) {
        return cases.lock(writing.transaction, writing.slug, writing.author);
    }

    private static TodoList made(Node node, ListName name) {
        String body = node.body().isEmpty() ? ListGroup.titled(node.slug()) : node.body();
        TodoList made = ListGroup.of(ListGroup.of(body).with(name)).named(name);
        if (made == null) {
            throw new IllegalStateException(
                    "the list " + name.text() + " was put into " + node.slug() + " and is not there");
        }
        return made;
    }

    /**
     * Runs an action on a list; only {@code add} creates a list.
     *
     * @param name slug or name
     * @throws NoSuchList if there is no such list
     */
    Changed execute(Writing writing, String name, ListAction action) {
        CaseHold.Held held = held(writing);
        boolean adds = action instanceof ListAction.Add;
        Node before = adds
                ? nodes.lockedOrNew(writing.transaction, writing.slug)
                : nodes.locked(writing.transaction, writing.slug);
        if (before == null) {
            throw new NoSuchList(writing.slug, name);
        }
        writing.precondition.accept(before);
        TodoList present = ListGroup.of(before.body()).list(ListName.sought(name));
        if (present == null && !adds) {
            throw new NoSuchList(writing.slug, name);
        }
        TodoList list = present == null ? made(before, ListName.of("/name", name)) : present;
        TodoList after = action.on(list);
        if (after.body().equals(before.body())) {
            return new Changed(before, list, false);
        }
        Node node = nodes.written(writing.transaction, before, after.body());
        held.changed(ListChange.of(action, present, after));
        return new Changed(node, after, present == null);
    }

    /** Removes a list and returns the node; returns null if there was no such list. */
    @Nullable
    Node remove(Writing writing, String name) {
        CaseHold.Held held = held(writing);
        Node before = nodes.locked(writing.transaction, writing.slug);
        if (before == null) {
            return null;
        }
        writing.precondition.accept(before);
        TodoList list = ListGroup.of(before.body()).list(ListName.sought(name));
        if (list == null) {
            return null;
        }
        Node node = nodes.written(writing.transaction, before, ListGroup.without(list));
        held.changed(ListChange.removed(list));
        return node;
    }
}
