package io.precinct.cases.sync;

import io.precinct.cases.record.HeldRelation;
import io.precinct.cases.sync.Merge.Lost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Merges the relations that two states of a case hold. A change on one side wins over a removal on the other. */
final class RelationMerge {
    private RelationMerge() {}

    /**
     * Merges the relations of two states.
     *
     * @param base the last common relations, or null if they are not known
     * @param lost receives what was dropped: {@code relations.<case id>.<type>}
     * @return the merged relations in {@link HeldRelation#ORDER}, with at most one parent
     */
    static List<HeldRelation> of(
            @Nullable List<HeldRelation> base, List<HeldRelation> winner, List<HeldRelation> loser, List<Lost> lost) {
        Map<String, HeldRelation> was = byKey(base == null ? List.of() : base);
        Map<String, HeldRelation> won = byKey(winner);
        Map<String, HeldRelation> other = byKey(loser);
        var keys = new TreeSet<>(won.keySet());
        keys.addAll(other.keySet());
        var both = new ArrayList<HeldRelation>();
        for (String key : keys) {
            HeldRelation stays = one(was.get(key), won.get(key), other.get(key), lost);
            if (stays != null) {
                both.add(stays);
            }
        }
        HeldRelation parent = both.stream()
                .filter(HeldRelation::isParent)
                .min((one, two) -> Boolean.compare(!won.containsKey(one.key()), !won.containsKey(two.key())))
                .orElse(null);
        both.removeIf(relation -> {
            boolean second = relation.isParent() && !relation.equals(parent);
            if (second) {
                lost.add(lost(relation, relation));
            }
            return second;
        });
        both.sort(HeldRelation.ORDER);
        return List.copyOf(both);
    }

    private static Map<String, HeldRelation> byKey(List<HeldRelation> relations) {
        var byKey = new TreeMap<String, HeldRelation>();
        relations.forEach(relation -> byKey.put(relation.key(), relation));
        return byKey;
    }

    private static @Nullable HeldRelation one(
            @Nullable HeldRelation base, @Nullable HeldRelation winner, @Nullable HeldRelation loser, List<Lost> lost) {
        if (Objects.equals(winner, loser) || Objects.equals(loser, base)) {
            return winner;
        }
        if (Objects.equals(winner, base)) {
            return loser;
        }
        if (winner == null || loser == null) {
            // one side changed the relation, the other removed it
            HeldRelation stays = Objects.requireNonNull(winner == null ? loser : winner);
            lost.add(lost(stays, null));
            return stays;
        }
        lost.add(lost(loser, loser));
        return winner;
    }

    /** Describes a dropped change of a relation; {@code value} is null if the change was a removal. */
    static Lost lost(HeldRelation relation, @Nullable HeldRelation value) {
        return new Lost(HeldRelation.RELATIONS.name() + "." + relation.key(), value == null ? null : value.toData());
    }
}
