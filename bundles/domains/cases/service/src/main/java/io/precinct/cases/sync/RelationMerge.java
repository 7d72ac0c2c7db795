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

/** What two states of a case hold of relations becomes one. What one side changed stays if the other took it away. */
final class RelationMerge {
    private RelationMerge() {}

    /**
     * Merges.
     *
     * @param base what both had, or null if that is not known
     * @param lost gets what did not stay: {@code relations.<case id>.<type>}
     * @return in {@link HeldRelation#ORDER}, with one parent at most
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
            // the other side took it away
            HeldRelation stays = Objects.requireNonNull(winner == null ? loser : winner);
            lost.add(lost(stays, null));
            return stays;
        }
        lost.add(lost(loser, loser));
        return winner;
    }

    /** What did not stay of a relation; null if that was its removal. */
    static Lost lost(HeldRelation relation, @Nullable HeldRelation value) {
        return new Lost(HeldRelation.RELATIONS.name() + "." + relation.key(), value == null ? null : value.toData());
    }
}
