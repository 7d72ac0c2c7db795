package io.precinct.cases.links;

import io.precinct.cases.api.CaseChecklists;
import io.precinct.cases.api.CaseChecklists.Checklist;
import io.precinct.cases.record.Completion;
import io.precinct.cases.record.Parents;
import io.precinct.cases.record.Progress;
import io.precinct.postgres.api.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Some cases with all their descendants.
 *
 * @param tops the ids of the cases
 * @param parents the parent of each case that has one, by the id of the case
 * @param below the descendants of all cases
 */
// @req:case-progress
record CountedTrees(List<String> tops, Map<String, String> parents, List<Parents.Descendant> below) {
    /** Number of cases whose checklists are in memory at once. */
    private static final int AT_ONCE = 100;

    static CountedTrees of(Transaction transaction, List<String> tops) {
        return new CountedTrees(tops, Parents.of(transaction, tops), Parents.below(transaction, tops));
    }

    /**
     * Returns the progress of each case by its id. Call it outside a transaction: another domain reads the checklists.
     */
    Map<String, Progress> progress(@Nullable CaseChecklists checklists) {
        Map<String, Completion> cases = new HashMap<>();
        below.forEach(one -> cases.merge(one.top(), new Completion(1, one.done() ? 1 : 0), Completion::plus));
        Map<String, Completion> items = checklists == null ? null : items(checklists);
        Map<String, Progress> all = new HashMap<>();
        for (String top : tops) {
            all.put(
                    top,
                    new Progress(
                            parents.get(top),
                            cases.getOrDefault(top, Completion.NONE),
                            items == null ? null : items.getOrDefault(top, Completion.NONE)));
        }
        return all;
    }

    /** Counts checklist items by the id of the top case. */
    private Map<String, Completion> items(CaseChecklists checklists) {
        Set<String> ids = new TreeSet<>(tops);
        below.forEach(one -> ids.add(one.id()));
        Map<String, Completion> ofCases = new HashMap<>();
        List<String> all = new ArrayList<>(ids);
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            checklists
                    .ofAll(all.subList(from, Math.min(all.size(), from + AT_ONCE)))
                    .forEach((id, lists) -> ofCases.put(id, completion(lists)));
        }
        Map<String, Completion> items = new HashMap<>();
        tops.forEach(top -> items.merge(top, ofCases.getOrDefault(top, Completion.NONE), Completion::plus));
        below.forEach(one -> items.merge(one.top(), ofCases.getOrDefault(one.id(), Completion.NONE), Completion::plus));
        return items;
    }

    private static Completion completion(List<Checklist> lists) {
        return lists.stream()
                .map(list -> new Completion(list.total(), list.completed()))
                .reduce(Completion.NONE, Completion::plus);
    }
}
