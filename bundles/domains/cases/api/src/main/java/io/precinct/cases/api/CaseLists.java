package io.precinct.cases.api;

import io.precinct.postgres.api.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Reads and replaces the checklists that another domain stores for cases, in a transaction of the cases. An OSGi
 * service. Thread-safe.
 *
 * @since 2.2
 */
@ProviderType
public interface CaseLists {
    /**
     * Returns the checklists of these cases as the transaction sees them.
     *
     * @return the checklists by case id, sorted by slug; a case without checklists is absent
     */
    Map<String, List<Content>> of(Transaction transaction, Collection<String> caseIds);

    /**
     * Validates the checklists of a case before they are stored.
     *
     * @return the problems, each with a pointer below the list of checklists, such as {@code /0/items/2/text}; empty if
     *     the lists are valid
     */
    List<Cases.Problem> problems(List<Content> lists);

    /**
     * Replaces the checklists of a case: lists with other slugs are removed, and items keep their ids. All other text
     * in the knowledge graph stays unchanged.
     *
     * @param caseId the id of a case that the transaction has {@linkplain Cases#lock locked} or is creating
     * @param lists lists for which {@link #problems} returned nothing
     * @return the changes, one per changed list; empty if nothing changed
     * @throws io.precinct.rest.api.Refusal 409 or 422 if the lists do not fit into the node of the case; nothing is
     *     changed then
     */
    List<Cases.Change> replace(Transaction transaction, String caseId, List<Content> lists);

    /**
     * A checklist.
     *
     * @param name the heading
     * @param slug the name in addresses, unique among the lists of the case
     * @param items the items in order
     */
    record Content(String name, String slug, List<ItemContent> items) {
        public Content {
            items = List.copyOf(items);
        }
    }

    /**
     * An item of a checklist.
     *
     * @param itemId unique within the list: letters, digits and hyphens
     * @param text one line of Markdown
     * @param checked whether the item is done
     */
    record ItemContent(String itemId, String text, boolean checked) {}
}
