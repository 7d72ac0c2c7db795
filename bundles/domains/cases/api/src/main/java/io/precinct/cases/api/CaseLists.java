package io.precinct.cases.api;

import io.precinct.postgres.api.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The checklists that another domain keeps for cases, to be read and replaced in a transaction of the cases. A service.
 * Thread-safe.
 *
 * @since 2.2
 */
@ProviderType
public interface CaseLists {
    /**
     * The checklists of these cases as they are in a transaction.
     *
     * @return by the id of the case, sorted by slug; a case without checklists is absent
     */
    Map<String, List<Content>> of(Transaction transaction, Collection<String> caseIds);

    /**
     * What is wrong with the checklists of a case that are to be stored.
     *
     * @return each with a pointer below the list of checklists, such as {@code /0/items/2/text}; empty if nothing is wrong
     */
    List<Cases.Problem> problems(List<Content> lists);

    /**
     * Makes these the checklists of a case: those with other slugs are removed, and items keep their ids. All other text of
     * the knowledge graph stays.
     *
     * @param caseId of a case that the transaction has {@linkplain Cases#lock locked}, or is creating
     * @param lists without {@link #problems}
     * @return what changed, one for each list; empty if nothing did
     * @throws io.precinct.rest.api.Refusal 409 or 422 if they do not fit into the node of the case; nothing is changed then
     */
    List<Cases.Change> replace(Transaction transaction, String caseId, List<Content> lists);

    /**
     * A checklist.
     *
     * @param name its heading
     * @param slug its name in addresses, which no other list of the case has
     * @param items in their order
     */
    record Content(String name, String slug, List<ItemContent> items) {
        public Content {
            items = List.copyOf(items);
        }
    }

    /**
     * An item of a checklist.
     *
     * @param itemId which no other item of the list has: letters, digits and hyphens
     * @param text one line of Markdown
     * @param checked whether it is done
     */
    record ItemContent(String itemId, String text, boolean checked) {}
}
