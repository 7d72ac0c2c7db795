package io.precinct.graph.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Named lists of checkboxes below the heading {@code ## Lists} of a node. A change edits only the bytes of the list:
 * the rest of the node stays unchanged, and concurrent changes of one node never lose an item. A change of a list of a
 * case is also a change of the case, with a note, in the same transaction. An OSGi service. Thread-safe.
 */
@ProviderType
public interface Checklists {
    /** Returns the slug of the node that contains the lists of a case. */
    static String nodeOfCase(String caseId) {
        return "case-" + caseId;
    }

    /** Returns the lists of a node in the order of the node; empty if there is no such node. */
    List<Progress> of(String slug);

    /**
     * Returns the list with this name. Creates the list, and its node, if they do not exist.
     *
     * @param actor who makes the change
     * @throws NoSuchList if the node belongs to a case that was deleted
     */
    Progress ensure(String slug, String name, String actor);

    /**
     * Runs one of the ten actions {@code list, add, toggle, check, uncheck, remove, update, move, check_all,
     * clear_completed}.
     *
     * @param name slug or name of the list
     * @param params the parameters of the action, plain data
     * @param actor who makes the change
     * @return the items after the action
     * @throws NoSuchList if there is no such list; only {@code add} creates one
     * @throws io.precinct.api.boundary.BadInput if the action is unknown or its params are invalid
     */
    List<Item> execute(String slug, String name, String action, Map<String, @Nullable Object> params, String actor);

    /**
     * Removes a list; the others keep their slugs.
     *
     * @param name slug or name of the list
     * @param actor who makes the change
     * @return false if there was no such list
     */
    boolean remove(String slug, String name, String actor);

    /**
     * The progress of a list.
     *
     * @param name the heading
     * @param slug the name in addresses, unique among the lists of the node
     * @param address the address of the items: {@code <node>:lists.<slug>.todo}
     * @param total number of items
     * @param completed number of checked items
     * @param percent percentage of checked items, rounded down; 0 for an empty list
     * @param updatedAt when the node last changed
     */
    record Progress(
            String name, String slug, String address, int total, int completed, int percent, Instant updatedAt) {
        /** Returns the number of unchecked items. */
        public int remaining() {
            return total - completed;
        }
    }

    /**
     * An item.
     *
     * @param index zero-based
     * @param itemId identifies the item within its list and stays the same through every action
     * @param text one line of Markdown, without the block id that may follow it in the node
     * @param checked whether the item is done
     */
    record Item(int index, String itemId, String text, boolean checked) {}

    /** Thrown if there is no such list. */
    final class NoSuchList extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception for a list that the node does not have. */
        public NoSuchList(String slug, String name) {
            super("the node " + slug + " has no list " + name, null, false, false);
        }
    }
}
