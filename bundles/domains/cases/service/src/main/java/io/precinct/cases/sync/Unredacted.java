package io.precinct.cases.sync;

import io.precinct.cases.record.FieldRules.Whole;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.Redactions;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A pushed case without the texts that were redacted here, or are redacted by the push.
 *
 * @param whole the case
 * @param refused the ids of the notes and the names of the fields whose pushed text was not taken, sorted
 */
record Unredacted(Whole whole, List<String> refused) {
    Unredacted {
        refused = List.copyOf(refused);
    }

    /**
     * Replaces redacted texts of a pushed case. The stored redacted note replaces the pushed note; a new note with a
     * redacted text is left out; a field keeps its stored value.
     *
     * @param redactions the redactions of the case, with those of the push
     * @param there the stored notes; empty if the case is new
     * @param stored the stored values, or null if the case is new
     */
    static Unredacted of(Whole pushed, Redactions redactions, List<Note> there, @Nullable Values stored) {
        if (redactions.all().isEmpty()) {
            return new Unredacted(pushed, List.of());
        }
        Set<String> refused = new TreeSet<>();
        Map<String, Note> missing = there.stream()
                .filter(Note::isRedacted)
                .collect(Collectors.toMap(Note::noteId, Function.identity(), (one, _) -> one, LinkedHashMap::new));
        Map<String, Note> known = new HashMap<>();
        there.forEach(note -> known.put(note.noteId(), note));
        var notes = new ArrayList<Note>();
        for (Note note : pushed.notes()) {
            Note was = known.get(note.noteId());
            missing.remove(note.noteId());
            Note taken = taken(note, was, redactions);
            if (taken != null) {
                notes.add(taken);
            }
            if (taken == null || !taken.equals(note)) {
                refused.add(note.noteId());
            }
        }
        notes.addAll(missing.values());
        refused.addAll(missing.keySet());
        Values values = pushed.values();
        for (TaskField field : TaskField.STORED) {
            Object value = values.get(field);
            Object had = stored == null ? null : stored.get(field);
            if (redactions.of(field, value) != null && (value == null || !value.equals(had))) {
                values = values.with(field, stored == null && field == TaskField.LABEL ? "Redacted" : had);
                refused.add(field.wireName());
            }
        }
        return new Unredacted(
                new Whole(values, notes, pushed.createdAt(), pushed.updatedAt(), pushed.version()),
                List.copyOf(refused));
    }

    private static @Nullable Note taken(Note note, @Nullable Note was, Redactions redactions) {
        if (was != null && was.isRedacted() && !note.isRedacted()) {
            return was;
        }
        boolean same = was != null && was.content().equals(note.content());
        return redactions.of(note) != null && !same ? null : note.withoutTexts(redactions.noteIds());
    }
}
