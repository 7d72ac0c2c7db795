package io.precinct.cases.sync;

import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.record.HeldRelation;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.TaskField;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Merges two states of a case, field by field. A field that only one side changed since the base takes that side's
 * value. Tags, links and notes that both sides changed are united, without elements that either side removed. Of other
 * values that both sides changed, the later value wins. The result is the same if the sides are swapped.
 *
 * @param state the state that both sides shall have
 * @param lost the values that were dropped
 */
record Merge(Map<String, @Nullable Object> state, List<Lost> lost) {
    private static final Set<String> SETS = Set.copyOf(TaskField.names(TaskField.those(TaskField::isList)));

    private static final String LINKS = TaskField.CONSCIOUSNESS_LINKS.wireName();

    // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class file.
    Merge(Map<String, @Nullable Object> state, List<Lost> lost) {
        this.state = state;
        this.lost = List.copyOf(lost);
    }

    /**
     * One of the two states.
     *
     * @param state the result of {@link CaseHash#state}
     * @param hash the hash of the state
     * @param updatedAt when the case last changed on this side
     */
    record Side(Map<String, @Nullable Object> state, String hash, Instant updatedAt) {
        static Side of(Map<String, @Nullable Object> served, Instant updatedAt) {
            Map<String, @Nullable Object> state = CaseHash.state(served);
            return new Side(state, CaseHash.hash(state), updatedAt);
        }

        /**
         * Whether the values of this side win if both sides changed: the later side wins, or at equal times the higher
         * hash.
         */
        boolean prevailsOver(Side other) {
            int later = updatedAt.compareTo(other.updatedAt);
            return later != 0 ? later > 0 : hash.compareTo(other.hash) > 0;
        }
    }

    /**
     * A value that a merge dropped.
     *
     * @param field the name of the member, {@code consciousness_links.<key>}, {@code investigation_notes.<note id>},
     *     {@code checklists.<slug>} for a list, {@code checklists.<slug>.<item id>} for an item, or {@code
     *     relations.<case id>.<type>}
     * @param value the dropped value; null if the dropped change was a removal
     */
    record Lost(String field, @Nullable Object value) {
        Map<String, @Nullable Object> toData() {
            return Data.map("field", field, "value", value);
        }
    }

    /**
     * Merges two states.
     *
     * @param base the last common state, or null if it is not known
     */
    static Merge of(@Nullable Map<String, @Nullable Object> base, Side ours, Side theirs) {
        return ours.prevailsOver(theirs)
                ? merge(base, ours.state, theirs.state)
                : merge(base, theirs.state, ours.state);
    }

    private static Merge merge(
            @Nullable Map<String, @Nullable Object> base,
            Map<String, @Nullable Object> winner,
            Map<String, @Nullable Object> loser) {
        var lost = new ArrayList<Lost>();
        MapBuilder state = Data.mapBuilder();
        for (String field : keys(winner, loser)) {
            Object was = base == null ? null : base.get(field);
            Object w = winner.get(field);
            Object l = loser.get(field);
            Object both;
            if (field.equals(ListMembers.LISTS.name())) {
                both = lists(was, w, l, lost);
            } else if (field.equals(HeldRelation.RELATIONS.name())) {
                both = relations(was, w, l, lost);
            } else if (field.equals(CaseHash.NOTES)) {
                both = notes(base == null ? null : list(was), list(w), list(l), lost);
            } else if (field.equals(LINKS)) {
                both = links(base == null ? null : map(was), map(w), map(l), lost);
            } else {
                both = value(base != null, was, w, l, field, SETS.contains(field), lost);
            }
            state.put(field, both);
        }
        return new Merge(state.build(), lost);
    }

    private static Object lists(
            @Nullable Object base, @Nullable Object winner, @Nullable Object loser, List<Lost> lost) {
        return ListMembers.CONTENT.views(ListMerge.of(
                base == null ? null : ListMembers.stored(base),
                ListMembers.stored(winner),
                ListMembers.stored(loser),
                lost));
    }

    private static Object relations(
            @Nullable Object base, @Nullable Object winner, @Nullable Object loser, List<Lost> lost) {
        return HeldRelation.RESOURCE.views(RelationMerge.of(
                base == null ? null : HeldRelation.stored(base),
                HeldRelation.stored(winner),
                HeldRelation.stored(loser),
                lost));
    }

    private static @Nullable Object value(
            boolean known,
            @Nullable Object base,
            @Nullable Object winner,
            @Nullable Object loser,
            String field,
            boolean set,
            List<Lost> lost) {
        if (Data.equal(winner, loser) || known && Data.equal(loser, base)) {
            return winner;
        }
        if (known && Data.equal(winner, base)) {
            return loser;
        }
        if (set && isList(winner) && isList(loser)) {
            return union(known ? list(base) : List.of(), list(winner), list(loser));
        }
        lost.add(new Lost(field, loser));
        return winner;
    }

    private static boolean isList(@Nullable Object value) {
        return value == null || value instanceof List<?>;
    }

    private static Map<String, @Nullable Object> links(
            @Nullable Map<String, @Nullable Object> base,
            Map<String, @Nullable Object> winner,
            Map<String, @Nullable Object> loser,
            List<Lost> lost) {
        MapBuilder links = Data.mapBuilder();
        for (String key : keys(winner, loser)) {
            Object was = base == null ? null : base.get(key);
            Object w = winner.get(key);
            Object l = loser.get(key);
            boolean lists = w instanceof List<?> || l instanceof List<?>;
            Object both = value(base != null, was, w, l, LINKS + "." + key, lists, lost);
            if (both != null || !lists && winner.containsKey(key) && loser.containsKey(key)) {
                links.put(key, both);
            }
        }
        return links.build();
    }

    /**
     * Returns the elements of both sides, plus the elements that either side added to the base, in the order of the
     * winner first.
     */
    private static List<@Nullable Object> union(List<?> base, List<?> winner, List<?> loser) {
        ListBuilder union = Data.listBuilder();
        List<@Nullable Object> taken = new ArrayList<>();
        for (List<?> side : List.of(winner, loser)) {
            List<?> other = side == winner ? loser : winner;
            for (Object element : side) {
                if (!holds(taken, element) && (holds(other, element) || !holds(base, element))) {
                    taken.add(element);
                    union.add(element);
                }
            }
        }
        return union.build();
    }

    private static boolean holds(List<?> list, @Nullable Object element) {
        return list.stream().anyMatch(other -> Data.equal(other, element));
    }

    private static List<@Nullable Object> notes(
            @Nullable List<?> base, List<?> winner, List<?> loser, List<Lost> lost) {
        Map<String, Object> was = byId(base == null ? List.of() : base);
        Map<String, Object> w = byId(winner);
        Map<String, Object> l = byId(loser);
        var ids = new TreeSet<>(w.keySet());
        ids.addAll(l.keySet());
        ListBuilder notes = Data.listBuilder();
        for (String id : ids) {
            Object note = note(base != null, was.get(id), w.get(id), l.get(id), lost);
            if (note != null) {
                notes.add(note);
            }
        }
        return notes.build();
    }

    /** Merges a note: a redaction wins, of two the earlier; of two edits the later wins, and an edit wins over a deletion. */
    private static @Nullable Object note(
            boolean known, @Nullable Object base, @Nullable Object winner, @Nullable Object loser, List<Lost> lost) {
        if (isRedacted(winner) != isRedacted(loser)) {
            return isRedacted(winner) ? winner : loser;
        }
        if (Data.equal(winner, loser) || known && Data.equal(loser, base)) {
            return winner;
        }
        if (known && Data.equal(winner, base)) {
            return loser;
        }
        if (winner == null || loser == null) {
            Object stays = winner == null ? loser : winner;
            if (base != null) {
                // the other side deleted the note
                lost.add(lostNote(stays, null));
            }
            return stays;
        }
        int later = edited(loser).compareTo(edited(winner));
        boolean other = isRedacted(winner) ? later < 0 : later > 0;
        Object stays = other ? loser : winner;
        Object goes = other ? winner : loser;
        lost.add(lostNote(goes, goes));
        return stays;
    }

    private static boolean isRedacted(@Nullable Object note) {
        return note instanceof Map<?, ?> map && Note.tellRedaction(map.get(Note.CHANGED.name()));
    }

    private static Lost lostNote(@Nullable Object note, @Nullable Object value) {
        return new Lost(CaseHash.NOTES + "." + CaseHash.noteId(note), value);
    }

    /** Returns the time of editing; served timestamps sort as text. */
    private static String edited(Object note) {
        return note instanceof Map<?, ?> map && map.get(Note.EDITED_AT.name()) instanceof String at ? at : "";
    }

    private static Map<String, Object> byId(List<?> notes) {
        Map<String, Object> byId = new HashMap<>();
        for (Object note : notes) {
            if (note != null) {
                byId.put(CaseHash.noteId(note), note);
            }
        }
        return byId;
    }

    private static Set<String> keys(Map<String, ?> a, Map<String, ?> b) {
        var keys = new LinkedHashSet<String>(a.keySet());
        keys.addAll(b.keySet());
        return keys;
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    @SuppressWarnings("unchecked") // plain data
    private static Map<String, @Nullable Object> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
    }
}
