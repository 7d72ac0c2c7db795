package io.precinct.cases.api;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The checklists that another domain keeps for cases, as the export of a case reads them. A service; while there is none,
 * exports wait. Thread-safe.
 */
@ConsumerType
public interface CaseChecklists {
    /**
     * The checklists of a case in their order; empty if it has none.
     *
     * @param caseId {@code task-<uuid>}; there may be no such case
     */
    List<Checklist> of(String caseId);

    /**
     * The checklists of several cases by their ids; a case that has none may be missing.
     *
     * @param caseIds {@code task-<uuid>}; there may be no such cases
     * @since 2.2
     */
    default Map<String, List<Checklist>> ofAll(Collection<String> caseIds) {
        Map<String, List<Checklist>> all = new HashMap<>();
        caseIds.forEach(id -> all.put(id, of(id)));
        return all;
    }

    /**
     * A checklist.
     *
     * @param name its heading
     * @param slug its name in addresses
     * @param address where its items stand in the knowledge graph
     * @param total number of items
     * @param completed number of checked items
     * @param percent of the items that are checked, rounded down; 0 for an empty list
     * @param items in their order
     */
    record Checklist(
            String name, String slug, String address, int total, int completed, int percent, List<Item> items) {
        public Checklist {
            items = List.copyOf(items);
        }

        /** Number of items that are not checked. */
        public int remaining() {
            return total - completed;
        }
    }

    /**
     * An item of a checklist.
     *
     * @param index zero-based
     * @param itemId identifies the item independently of its index
     * @param text one line of Markdown
     * @param checked whether it is done
     */
    record Item(int index, String itemId, String text, boolean checked) {}
}
