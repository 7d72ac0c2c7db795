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
 * Two states of a case become one, by field. What only one side changed since the base is as that side has it; tags, links
 * and notes that both changed are united, without what either took away; of other values that both changed the later one
 * stays. The sides are alike: whichever is called ours, the state is the same.
 *
 * @param state what both are to have
 * @param lost what did not stay
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
     * One of the two.
     *
     * @param state as {@link CaseHash#state} makes it
     * @param hash of the state
     * @param updatedAt when the case last changed there
     */
    record Side(Map<String, @Nullable Object> state, String hash, Instant updatedAt) {
        static Side of(Map<String, @Nullable Object> served, Instant updatedAt) {
            Map<String, @Nullable Object> state = CaseHash.state(served);
            return new Side(state, CaseHash.hash(state), updatedAt);
        }

        /** Whether this side's values win if both changed: those of the later side do, at equal times those of the higher hash. */
        boolean prevailsOver(Side other) {
            int later = updatedAt.compareTo(other.updatedAt);
            return later != 0 ? later > 0 : hash.compareTo(other.hash) > 0;
        }
    }

    /**
     * A value that did not stay.
     *
     * @param field its name, {@code consciousness_links.<key>}, {@code investigation_notes.<note id>}, or
     *     {@code checklists.<slug>} of a list, {@code checklists.<slug>.<item id>} of an item,
     *     or {@code relations.<case id>.<type>}
     * @param value null if the member, the note, the list, the item or the relation was taken away
     */
    record Lost(String field, @Nullable Object value) {
        Map<String, @Nullable Object> toData() {
            return Data.map("field", field, "value", value);
        }
    }

    /**
     * Merges.
     *
     * @param base what both had when they last agreed, or null if that is not known
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

    /** What both have, and what either has beyond the base: first in the order of the winner. */
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

    /** Of two edits of a note the later stays; an edit also stays if the other side deleted the note. */
    private static @Nullable Object note(
            boolean known, @Nullable Object base, @Nullable Object winner, @Nullable Object loser, List<Lost> lost) {
        if (Data.equal(winner, loser) || known && Data.equal(loser, base)) {
            return winner;
        }
        if (known && Data.equal(winner, base)) {
            return loser;
        }
        if (winner == null || loser == null) {
            Object stays = winner == null ? loser : winner;
            if (base != null) {
                // the other side deleted it
                lost.add(lostNote(stays, null));
            }
            return stays;
        }
        boolean later = edited(loser).compareTo(edited(winner)) > 0;
        Object stays = later ? loser : winner;
        Object goes = later ? winner : loser;
        lost.add(lostNote(goes, goes));
        return stays;
    }

    private static Lost lostNote(@Nullable Object note, @Nullable Object value) {
        return new Lost(CaseHash.NOTES + "." + CaseHash.noteId(note), value);
    }

    /** When a note was edited; timestamps as they are served sort as text. */
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
