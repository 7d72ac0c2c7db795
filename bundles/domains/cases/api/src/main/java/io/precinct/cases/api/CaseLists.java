package io.precinct.cases.api;

import io.precinct.postgres.api.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
     * Returns the Markdown of the nodes of these cases, checklists and other text, as the transaction sees them.
     *
     * @return the Markdown by case id; a case without a node is absent
     * @since 2.4
     */
    Map<String, String> texts(Transaction transaction, Collection<String> caseIds);

    /**
     * Replaces the node of a case, checklists and other text.
     *
     * @param caseId the id of a case that the transaction has {@linkplain Cases#lock locked} or is creating
     * @param text Markdown, as {@link #texts} returns it
     * @param lists the checklists that the node has afterwards, for which {@link #problems} returned nothing; null for
     *     those in {@code text}
     * @return the changes of checklists, one per changed list
     * @throws io.precinct.rest.api.Refusal 409 or 422 if the lists do not fit into the text; nothing is changed then
     * @since 2.4
     */
    List<Cases.Change> replace(Transaction transaction, String caseId, String text, @Nullable List<Content> lists);

    /**
     * Takes back a change of a checklist: the list is again as it was before. The place among the other lists and the
     * text around the items are restored as far as possible.
     *
     * @param caseId the id of a case that the transaction has {@linkplain Cases#lock locked}
     * @param change the last change of the case, as it was {@linkplain Cases#changed reported}
     * @return the changes that took it back, one per changed list
     * @throws io.precinct.rest.api.Refusal 409 {@code not_undoable} if the list is not as the change left it, or the
     *     change keeps too little; nothing is changed then
     * @since 2.4
     */
    List<Cases.Change> revert(Transaction transaction, String caseId, Cases.Change change);

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
