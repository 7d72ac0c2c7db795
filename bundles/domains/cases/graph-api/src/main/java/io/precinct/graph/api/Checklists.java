package io.precinct.graph.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Named lists of checkboxes below the heading {@code ## Lists} of a node. A change splices bytes: everything else in the
 * node stays as it is, and changes of one node at the same time never lose an item. A change of a list of a case is one of
 * the case, with its note, in the same transaction. A service. Thread-safe.
 */
@ProviderType
public interface Checklists {
    /** The node in which the lists of a case stand. */
    static String nodeOfCase(String caseId) {
        return "case-" + caseId;
    }

    /** The lists of a node in the order of the node; empty if there is no such node. */
    List<Progress> of(String slug);

    /**
     * Creates the list unless it exists, and its node unless that exists.
     *
     * @param actor who does it
     * @throws NoSuchList if the node belongs to a case that was deleted
     */
    Progress ensure(String slug, String name, String actor);

    /**
     * One of the ten actions {@code list, add, toggle, check, uncheck, remove, update, move, check_all, clear_completed}.
     *
     * @param name slug or name of the list
     * @param params of the action, plain data
     * @param actor who does it
     * @return the items after the action
     * @throws NoSuchList if there is no such list; only {@code add} creates one
     * @throws io.precinct.api.boundary.BadInput if the action is unknown or its params are invalid
     */
    List<Item> execute(String slug, String name, String action, Map<String, @Nullable Object> params, String actor);

    /**
     * Removes a list; the others keep their slugs.
     *
     * @param name slug or name of the list
     * @param actor who does it
     * @return false if there was none
     */
    boolean remove(String slug, String name, String actor);

    /**
     * The progress of a list.
     *
     * @param name its heading
     * @param slug its name in addresses, which no other list of the node has
     * @param address of its items: {@code <node>:lists.<slug>.todo}
     * @param total items
     * @param completed checked items
     * @param percent of the items that are checked, rounded down; 0 for an empty list
     * @param updatedAt when the node last changed
     */
    record Progress(
            String name, String slug, String address, int total, int completed, int percent, Instant updatedAt) {
        /** Items that are not checked. */
        public int remaining() {
            return total - completed;
        }
    }

    /**
     * An item.
     *
     * @param index zero-based
     * @param itemId names this item in its list, through every action
     * @param text one line of Markdown, without the block id that may follow it in the node
     * @param checked whether it is done
     */
    record Item(int index, String itemId, String text, boolean checked) {}

    /** There is no such list. */
    final class NoSuchList extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** No list of this name below this node. */
        public NoSuchList(String slug, String name) {
            super("the node " + slug + " has no list " + name, null, false, false);
        }
    }
}
