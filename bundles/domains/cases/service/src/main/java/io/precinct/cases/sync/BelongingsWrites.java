package io.precinct.cases.sync;

import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseLists.Content;
import io.precinct.cases.record.HeldRelation;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.StatementBatch;
import io.precinct.cases.sync.Expander.Belongings;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Refusal.Fault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes the checklists and relations of pushed cases, in two steps. Not thread-safe. */
final class BelongingsWrites {
    private final CaseServices services;
    private final Transaction transaction;
    private final Expander expander;
    private final List<Parted> parted = new ArrayList<>();

    /** Two cases that lost a relation; they may still be linked. */
    private record Parted(String id, String other) {}

    /**
     * Creates a writer for this transaction.
     *
     * @param expander the current checklists and relations of the cases
     */
    BelongingsWrites(CaseServices services, Transaction transaction, Expander expander) {
        this.services = services;
        this.transaction = transaction;
        this.expander = expander;
    }

    /** Thrown if the checklists of a case cannot be stored. */
    static final class Unfit extends Exception {
        private final transient Fault fault;

        private Unfit(Fault fault) {
            super(fault.message(), null, false, false);
            this.fault = fault;
        }

        /** Returns the reason. */
        Fault fault() {
            return fault;
        }
    }

    /**
     * Stores the checklists of a case, before the case itself is written, and removes the relations that the case shall
     * no longer hold.
     *
     * @return whether this changed anything, or {@link #relate} will change relations
     * @throws Unfit if the checklists cannot be stored; nothing is stored then
     */
    boolean store(String id, Belongings more) throws Unfit {
        List<Content> lists = more.lists();
        boolean changed = false;
        try {
            changed = lists != null
                    && !services.lists().replace(transaction, id, lists).isEmpty();
        } catch (Refusal refusal) {
            if (refusal.status() >= 500) {
                throw refusal;
            }
            throw new Unfit(new Fault(
                    "/" + ListMembers.LISTS.name(), refusal.code(), String.valueOf(refusal.getMessage()), null));
        }
        List<HeldRelation> relations = more.relations();
        if (relations == null) {
            return changed;
        }
        Set<String> keys = relations.stream().map(HeldRelation::key).collect(Collectors.toSet());
        List<HeldRelation> there = there(id);
        there.stream().filter(relation -> !keys.contains(relation.key())).forEach(relation -> {
            relation.remove(transaction, id);
            parted.add(new Parted(id, relation.caseId()));
        });
        return changed || !relations.equals(there);
    }

    private List<HeldRelation> there(String id) {
        return expander.relations().getOrDefault(id, List.of());
    }

    /**
     * Writes the relations that a case shall hold.
     *
     * @param lost receives relations that are refused, for example because they would form a circle
     * @return the checklists and relations that the case has now
     */
    // @req:sync-relations
    Belongings relate(String id, Belongings more, List<Merge.Lost> lost) {
        List<HeldRelation> relations = more.relations();
        if (relations == null) {
            return more;
        }
        Set<HeldRelation> there = Set.copyOf(there(id));
        var held = new ArrayList<HeldRelation>();
        for (HeldRelation relation : relations) {
            try {
                if (!there.contains(relation)) {
                    relation.write(transaction, id);
                }
                held.add(relation);
            } catch (Refusal refusal) {
                if (refusal.status() != 409) {
                    throw refusal;
                }
                lost.add(RelationMerge.lost(relation, relation));
            }
        }
        return more.with(held);
    }

    /** Adds the statements to run after the cases are written: cases that lost a relation may still be linked. */
    void finish(StatementBatch batch, Instant at) {
        parted.forEach(two -> Relations.fallBack(batch, two.id, two.other, "sync", at));
    }
}
