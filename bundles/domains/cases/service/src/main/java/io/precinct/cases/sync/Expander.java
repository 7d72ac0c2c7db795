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
 * Shows cases with what belongs to them beside their own members, as a transaction sees it.
 *
 * @param lists by the id of the case; a case without checklists is absent
 * @param relations by the id of the case that holds them; one that holds none is absent
 */
record Expander(Map<String, List<Content>> lists, Map<String, List<HeldRelation>> relations) {
    Expander {
        lists = Map.copyOf(lists);
        relations = Map.copyOf(relations);
    }

    /** Reads what belongs to these cases. */
    static Expander read(CaseServices services, Transaction transaction, Expansion expansion, Collection<String> ids) {
        return new Expander(
                expansion.checklists() && !ids.isEmpty() ? services.lists().of(transaction, ids) : Map.of(),
                expansion.relations() && !ids.isEmpty() ? HeldRelation.of(transaction, ids) : Map.of());
    }

    /** Whether nothing belongs to the cases that were read. */
    boolean isEmpty() {
        return lists.isEmpty() && relations.isEmpty();
    }

    /** Cases with what belongs to them, as both sides have them, in the order of their ids. */
    List<Archive.Kept> kept(Map<String, CaseWithNotes> cases, Expansion expansion) {
        return new TreeMap<>(cases)
                .entrySet().stream()
                        .map(one -> of(one.getKey(), expansion).kept(one.getValue()))
                        .toList();
    }

    /** What belongs to a case that was read. */
    Belongings of(String id, Expansion expansion) {
        return new Belongings(
                expansion.checklists() ? lists.getOrDefault(id, List.of()) : null,
                expansion.relations() ? relations.getOrDefault(id, List.of()) : null);
    }

    /**
     * What belongs to one case.
     *
     * @param lists sorted by slug; null if they are not synchronised
     * @param relations in {@link HeldRelation#ORDER}; null if they are not synchronised
     */
    record Belongings(
            @Nullable List<Content> lists, @Nullable List<HeldRelation> relations) {
        /** Nothing but the case itself is synchronised. */
        static final Belongings NONE = new Belongings(null, null);

        /** In one order, whatever the order they are given in. */
        Belongings(@Nullable List<Content> lists, @Nullable List<HeldRelation> relations) {
            this.lists = lists == null
                    ? null
                    : lists.stream().sorted(Comparator.comparing(Content::slug)).toList();
            this.relations = relations == null
                    ? null
                    : relations.stream().sorted(HeldRelation.ORDER).toList();
        }

        /** The same with other relations. */
        Belongings with(@Nullable List<HeldRelation> others) {
            return new Belongings(lists, others);
        }

        /** What of it there is. */
        Expansion expansion() {
            return new Expansion(lists != null, relations != null);
        }

        /** A case with it, as a pull gives it. */
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

        /** A case with it, as both sides have it. */
        Archive.Kept kept(CaseWithNotes withNotes) {
            Map<String, @Nullable Object> state = CaseHash.state(served(withNotes));
            return new Archive.Kept(
                    withNotes.task().id(), withNotes.task().version(), expansion(), CaseHash.hash(state), state);
        }
    }
}
