package io.precinct.cases.sync;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseLists.Content;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.HeldRelation;
import io.precinct.cases.record.ListMembers;
import io.precinct.postgres.api.Transaction;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Combines cases with their checklists and relations, as a transaction sees them.
 *
 * @param lists the checklists by the id of the case; a case without checklists is absent
 * @param relations the relations by the id of the case that holds them; a case that holds none is absent
 */
record Expander(Map<String, List<Content>> lists, Map<String, List<HeldRelation>> relations) {
    Expander {
        lists = Map.copyOf(lists);
        relations = Map.copyOf(relations);
    }

    /** Reads the checklists and relations of these cases, as far as {@code expansion} includes them. */
    static Expander read(CaseServices services, Transaction transaction, Expansion expansion, Collection<String> ids) {
        return new Expander(
                expansion.checklists() && !ids.isEmpty() ? services.lists().of(transaction, ids) : Map.of(),
                expansion.relations() && !ids.isEmpty() ? HeldRelation.of(transaction, ids) : Map.of());
    }

    /** Whether the cases have no checklists and hold no relations. */
    boolean isEmpty() {
        return lists.isEmpty() && relations.isEmpty();
    }

    /** Returns the expanded states of the cases that both sides have, sorted by id. */
    List<Archive.Kept> kept(Map<String, CaseWithNotes> cases, Expansion expansion) {
        return new TreeMap<>(cases)
                .entrySet().stream()
                        .map(one -> of(one.getKey(), expansion).kept(one.getValue()))
                        .toList();
    }

    /** Returns the checklists and relations of a case that was read. */
    Belongings of(String id, Expansion expansion) {
        return new Belongings(
                expansion.checklists() ? lists.getOrDefault(id, List.of()) : null,
                expansion.relations() ? relations.getOrDefault(id, List.of()) : null);
    }

    /**
     * The checklists and relations of one case.
     *
     * @param lists sorted by slug; null if checklists are not synchronised
     * @param relations in {@link HeldRelation#ORDER}; null if relations are not synchronised
     */
    record Belongings(
            @Nullable List<Content> lists, @Nullable List<HeldRelation> relations) {
        /** Only the case itself is synchronised. */
        static final Belongings NONE = new Belongings(null, null);

        /** Sorts the lists and relations. */
        Belongings(@Nullable List<Content> lists, @Nullable List<HeldRelation> relations) {
            this.lists = lists == null
                    ? null
                    : lists.stream().sorted(Comparator.comparing(Content::slug)).toList();
            this.relations = relations == null
                    ? null
                    : relations.stream().sorted(HeldRelation.ORDER).toList();
        }

        /** Returns the same belongings with other relations. */
        Belongings with(@Nullable List<HeldRelation> others) {
            return new Belongings(lists, others);
        }

        /** Returns which belongings are present. */
        Expansion expansion() {
            return new Expansion(lists != null, relations != null);
        }

        /** Returns a case with these belongings in the form that a pull serves. */
        Map<String, @Nullable Object> served(CaseWithNotes withNotes) {
            Map<String, @Nullable Object> task = withNotes.toData();
            if (lists == null && relations == null) {
                return task;
            }
            MapBuilder more = Data.mapBuilder().putAll(task);
            if (lists != null) {
                more.put(ListMembers.LISTS.name(), ListMembers.CONTENT.views(lists));
            }
            if (relations != null) {
                more.put(HeldRelation.RELATIONS.name(), HeldRelation.RESOURCE.views(relations));
            }
            return more.build();
        }

        /** Returns a case with these belongings as a state that both sides have. */
        Archive.Kept kept(CaseWithNotes withNotes) {
            Map<String, @Nullable Object> state = CaseHash.state(served(withNotes));
            return new Archive.Kept(
                    withNotes.task().id(), withNotes.task().version(), expansion(), CaseHash.hash(state), state);
        }
    }
}
