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
 * When what is pushed first came here: no clock but ours is trusted, so nothing that is pushed counts as later than that. Not
 * thread-safe.
 */
// @req:sync-clocks
final class Arrivals {
    /** A push without one of these is a push of some members. */
    private static final Set<String> COMPARED = compared();

    /** By the id of the case, for what is pushed and can be recognised. */
    private final Map<String, Key> pushed = new TreeMap<>();

    private final List<Key> added = new ArrayList<>();
    private Map<Key, Instant> known = new HashMap<>();
    private Instant now = Instant.MAX;

    /** Whether a task is a whole case, and not some members of one. */
    static boolean isWhole(Map<String, @Nullable Object> task) {
        return task.keySet().containsAll(COMPARED);
    }

    /** Recognises a task. */
    void pushed(String id, Map<String, @Nullable Object> task) {
        String hash = recognised(task);
        if (hash != null) {
            pushed.put(id, new Key(id, hash));
        }
    }

    /** By what the tasks are recognised. */
    List<Key> keys() {
        return List.copyOf(pushed.values());
    }

    /** Says when those of the {@link #keys} that came before first did, and what time it is. */
    void known(Map<Key, Instant> arrivals, Instant time) {
        known = arrivals;
        now = time;
    }

    /** Those of the keys that came for the first time. */
    List<Key> added() {
        return List.copyOf(added);
    }

    private static Set<String> compared() {
        var names = new HashSet<>(TaskField.names(TaskField.those(field -> field.isStored() && !field.isLocal())));
        names.add(CaseHash.NOTES);
        return Set.copyOf(names);
    }

    /**
     * The hash by which a task is recognised if it is pushed again: that of its state. Some members are no state: the same
     * values may be meant again, and are the same push only if they also claim the same time. Null if they claim none.
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

    /** When what is pushed of a case first came here. */
    Instant of(String id) {
        Key key = pushed.get(id);
        Instant first = key == null ? null : known.get(key);
        if (key != null && first == null) {
            added.add(key);
        }
        return first == null ? now : earlier(first, now);
    }

    /** Notes of which none was edited later than it came here; an edit that is here already came when it says so here. */
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

    /** The earlier of two times. */
    static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
