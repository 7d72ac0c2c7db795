package io.precinct.cases.sync;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.sync.Archive.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Records when pushed data first arrived here. Only the local clock is trusted, so pushed data never counts as later
 * than its first arrival. Not thread-safe.
 */
// @req:sync-clocks
final class Arrivals {
    /** The members of a whole case; a push that lacks any of them is a partial push. */
    private static final Set<String> COMPARED = compared();

    /** The pushed data that can be recognised, by the id of the case. */
    private final Map<String, Key> pushed = new TreeMap<>();

    private final List<Key> added = new ArrayList<>();
    private Map<Key, Instant> known = new HashMap<>();
    private Instant now = Instant.MAX;

    /** Whether a task is a whole case rather than a part of one. */
    static boolean isWhole(Map<String, @Nullable Object> task) {
        return task.keySet().containsAll(COMPARED);
    }

    /** Registers a pushed task. */
    void pushed(String id, Map<String, @Nullable Object> task) {
        String hash = recognised(task);
        if (hash != null) {
            pushed.put(id, new Key(id, hash));
        }
    }

    /** Returns the keys by which the pushed tasks are recognised. */
    List<Key> keys() {
        return List.copyOf(pushed.values());
    }

    /** Sets the first arrival of the {@link #keys} that came before, and the current time. */
    void known(Map<Key, Instant> arrivals, Instant time) {
        known = arrivals;
        now = time;
    }

    /** Returns the keys that arrived for the first time. */
    List<Key> added() {
        return List.copyOf(added);
    }

    private static Set<String> compared() {
        var names = new HashSet<>(TaskField.names(TaskField.those(field -> field.isStored() && !field.isLocal())));
        names.add(CaseHash.NOTES);
        return Set.copyOf(names);
    }

    /**
     * Returns the hash by which a task is recognised if it is pushed again. For a whole case, this is the hash of its
     * state. For a partial push, the hash includes {@code updated_at}, because the same values may be pushed again on
     * purpose. Returns null for a partial push without {@code updated_at}.
     */
    private static @Nullable String recognised(Map<String, @Nullable Object> task) {
        MapBuilder state = Data.mapBuilder();
        CaseHash.state(task).forEach((name, value) -> {
            if (!name.equals(CaseFields.BASE_HASH.name())) {
                state.put(name, value);
            }
        });
        if (!isWhole(task)) {
            Object updatedAt = task.get(TaskField.UPDATED_AT.wireName());
            if (updatedAt == null) {
                return null;
            }
            state.put(TaskField.UPDATED_AT.wireName(), updatedAt);
        }
        return CaseHash.hash(state.build());
    }

    /** Returns when the data pushed for a case first arrived here. */
    Instant of(String id) {
        Key key = pushed.get(id);
        Instant first = key == null ? null : known.get(key);
        if (key != null && first == null) {
            added.add(key);
        }
        return first == null ? now : earlier(first, now);
    }

    /** Limits the edit times of notes to their arrival; an edit that is stored here already keeps its stored time. */
    static List<Note> notes(List<Note> notes, List<Note> there, Instant arrival) {
        if (notes.stream().allMatch(note -> note.editedAt() == null)) {
            return notes;
        }
        Map<String, Note> stored = there.stream().collect(Collectors.toMap(Note::noteId, Function.identity()));
        return notes.stream()
                .map(note -> note(note, stored.get(note.noteId()), arrival))
                .toList();
    }

    private static Note note(Note note, @Nullable Note was, Instant arrival) {
        Instant editedAt = note.editedAt();
        if (editedAt == null) {
            return note;
        }
        Instant first = was == null ? null : was.editedAt();
        if (was != null
                && first != null
                && first.isBefore(editedAt)
                && Data.equal(was.toData(), note.withEditedAt(first).toData())) {
            return note.withEditedAt(first);
        }
        return note.withEditedAt(earlier(editedAt, arrival));
    }

    /** Returns the earlier of two times. */
    static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
