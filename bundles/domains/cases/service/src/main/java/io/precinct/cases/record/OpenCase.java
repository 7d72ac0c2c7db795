package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.cases.api.CaseStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A case whose row a mutation holds locked, and what the mutation has done to it so far. However much that is, it is one new
 * version. Not thread-safe.
 */
public final class OpenCase {
    private final @Nullable Task before;
    private final String id;
    private final Instant createdAt;
    private final Instant at;
    private final String actor;
    private final List<Note> notes;
    private final int unread;
    private final List<Note> added = new ArrayList<>(1);
    private final List<Note> edited = new ArrayList<>(0);
    private final List<Note> removed = new ArrayList<>(0);
    private Values values;
    private Values told;
    private int nextNote;
    private boolean moved;
    private boolean deleted;

    /** A case that is there; its notes are null if they were not read. */
    OpenCase(Task task, @Nullable List<Note> there, Instant at, String actor) {
        this.before = task;
        this.id = before.id();
        this.createdAt = before.createdAt();
        // never before the last change, even if the clocks of several processes disagree
        this.at = at.isBefore(before.updatedAt()) ? before.updatedAt() : at;
        this.actor = actor;
        this.notes = there == null ? new ArrayList<>(1) : new ArrayList<>(there);
        this.unread = there == null ? task.noteCount() : 0;
        this.values = before.values();
        this.told = values;
        this.nextNote = before.nextNote();
    }

    /** A new case. */
    OpenCase(String id, Values values, Instant createdAt, Instant at, String actor) {
        this.before = null;
        this.id = id;
        this.createdAt = createdAt;
        this.at = at;
        this.actor = actor;
        this.notes = new ArrayList<>(1);
        this.unread = 0;
        this.values = values;
        this.told = values;
    }

    /** Its id. */
    public String id() {
        return id;
    }

    /** The case as the mutation found it; null if it is new. */
    public @Nullable Task before() {
        return before;
    }

    /** Its version as the mutation found it; 0 if it is new. */
    public long version() {
        return before == null ? 0 : before.version();
    }

    /** Its values as they stand now. */
    public Values values() {
        return values;
    }

    /** Where it stands in the lifecycle now. */
    public CaseStatus status() {
        return values.status();
    }

    /** How many notes it has now. */
    public int noteCount() {
        return unread + notes.size();
    }

    /** Its notes as they stand now, as far as they were read. */
    public List<Note> notes() {
        return List.copyOf(notes);
    }

    /** Sets a field. The next {@link #note} reports it. */
    public OpenCase set(TaskField field, @Nullable Object value) {
        values = values.with(field, value);
        return this;
    }

    /** Sets the status. The next {@link #note} reports it. The case is moved by that, even if it is in this status already. */
    public OpenCase set(CaseStatus status) {
        moved = true;
        values = values.with(status);
        return this;
    }

    /** Sets all fields. */
    public OpenCase set(Values values) {
        this.values = values;
        return this;
    }

    /** The fields that differ from what the mutation found. */
    public List<TaskField> changed() {
        return before == null ? List.of() : values.changedFrom(before.values());
    }

    /** Adds a note of the operation by its actor; it reports the fields that changed since the last. */
    public Note note(EventType type, String content) {
        return note(type, content, actor);
    }

    /** As {@link #note(EventType, String)}, by another author. */
    public Note note(EventType type, String content, String detective) {
        Note added = note(type, content, detective, changes(told, values));
        told = values;
        return added;
    }

    /** As {@link #note(EventType, String)}; it reports these changes besides. */
    public Note note(EventType type, String content, List<Map<String, @Nullable Object>> more) {
        ListBuilder changes = Data.listBuilder();
        changes(told, values).forEach(changes::add);
        more.forEach(changes::add);
        told = values;
        return note(type, content, actor, changes.build());
    }

    /** Adds a note that reports these changes. */
    public Note note(EventType type, String content, String detective, List<@Nullable Object> changes) {
        Note note = new Note(nextNote, freshNoteId(), at, type.wireName(), content, detective, null, null, changes);
        return append(note);
    }

    /** Adds a note that was written elsewhere, in the next place. */
    public Note append(Note note) {
        Note placed = note.at(nextNote++);
        notes.add(placed);
        added.add(placed);
        return placed;
    }

    private String freshNoteId() {
        Set<String> taken = new HashSet<>();
        notes.forEach(n -> taken.add(n.noteId()));
        String fresh = NewIds.note();
        while (taken.contains(fresh)) {
            fresh = NewIds.note();
        }
        return fresh;
    }

    private static List<@Nullable Object> changes(Values old, Values now) {
        ListBuilder changes = Data.listBuilder();
        for (TaskField field : now.changedFrom(old)) {
            changes.add(Data.map("field", field.wireName(), "old", old.get(field), "new", now.get(field)));
        }
        return changes.build();
    }

    /** Puts another content in the place of a note's. */
    public Note edit(Note note, String content, String by) {
        return replace(note, note.edited(content, at, by));
    }

    /** Puts a note in the place of one of the same position. */
    public Note replace(Note old, Note replacement) {
        notes.set(notes.indexOf(old), replacement);
        edited.add(replacement);
        return replacement;
    }

    /** Removes a note; those after it move up. */
    public void remove(Note note) {
        notes.remove(note);
        removed.add(note);
    }

    /** Deletes the case. */
    public void delete() {
        deleted = true;
    }

    boolean deleted() {
        return deleted;
    }

    /** Whether it went through a move of the lifecycle, which may leave only a note. */
    boolean moved() {
        return moved;
    }

    List<Note> added() {
        return added;
    }

    List<Note> edited() {
        return edited;
    }

    List<Note> removed() {
        return removed;
    }

    /** True if there is something to write. */
    public boolean dirty() {
        return before == null
                || deleted
                || !added.isEmpty()
                || !edited.isEmpty()
                || !removed.isEmpty()
                || !changed().isEmpty();
    }

    /** The case as it stands now. */
    public Task task() {
        if (before != null && !dirty()) {
            return before;
        }
        return stamped(at, version() + 1);
    }

    Task stamped(Instant updatedAt, long version) {
        String fieldVersions =
                before == null ? "{}" : TaskRows.fieldVersions(before.fieldVersions(), changed(), version);
        return new Task(id, createdAt, updatedAt, version, unread + notes.size(), nextNote, values, fieldVersions);
    }

    /**
     * The case and its notes as they stand now.
     *
     * @throws IllegalStateException if the notes were not read
     */
    public CaseWithNotes withNotes() {
        if (unread > 0) {
            throw new IllegalStateException("the notes of " + id + " were not read");
        }
        return new CaseWithNotes(task(), notes);
    }
}
