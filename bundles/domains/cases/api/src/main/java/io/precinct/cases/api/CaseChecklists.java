package io.precinct.cases.api;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The checklists that another domain stores for cases, for the export of a case to read. An OSGi service; exports wait
 * while no bundle provides it. Thread-safe.
 */
@ConsumerType
public interface CaseChecklists {
    /**
     * Returns the checklists of a case in order; empty if it has none.
     *
     * @param caseId {@code task-<uuid>}; the case need not exist
     */
    List<Checklist> of(String caseId);

    /**
     * Returns the checklists of several cases by case id; a case without checklists may be absent.
     *
     * @param caseIds {@code task-<uuid>}; the cases need not exist
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
     * @param name the heading
     * @param slug the name in addresses
     * @param address the address of the items in the knowledge graph
     * @param total number of items
     * @param completed number of checked items
     * @param percent percentage of checked items, rounded down; 0 for an empty list
     * @param items the items in order
     */
    record Checklist(
            String name, String slug, String address, int total, int completed, int percent, List<Item> items) {
        public Checklist {
            items = List.copyOf(items);
        }

        /** Returns the number of unchecked items. */
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
