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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A case whose row a mutation has locked, with the changes that the mutation has made so far. All changes of a mutation
 * together make one new version. Not thread-safe.
 */
public final class OpenCase {
    private static final int MOST_MEMBERS = 100;

    private final @Nullable Task before;
    private final long found;
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
    private DepartedContent.@Nullable Via via;
    private @Nullable DepartedContent departed;

    /** Opens an existing case; {@code there} is null if its notes were not read. */
    OpenCase(Task task, @Nullable List<Note> there, Instant at, String actor) {
        this.before = task;
        this.found = task.version();
        this.id = before.id();
        this.createdAt = before.createdAt();
        // never earlier than the last change, even if the clocks of several processes disagree
        this.at = at.isBefore(before.updatedAt()) ? before.updatedAt() : at;
        this.actor = actor;
        this.notes = there == null ? new ArrayList<>(1) : new ArrayList<>(there);
        this.unread = there == null ? task.noteCount() : 0;
        this.values = before.values();
        this.told = values;
        this.nextNote = before.nextNote();
    }

    /** Opens a new case that continues the versions of an earlier case with this id; 0 if there was none. */
    OpenCase(String id, long lastVersion, Values values, Instant createdAt, Instant at, String actor) {
        this.before = null;
        this.found = lastVersion;
        this.id = id;
        this.createdAt = createdAt;
        this.at = at;
        this.actor = actor;
        this.notes = new ArrayList<>(1);
        this.unread = 0;
        this.values = values;
        this.told = values;
    }

    /** Returns the id. */
    public String id() {
        return id;
    }

    /** Returns the case as the mutation found it; null if it is new. */
    public @Nullable Task before() {
        return before;
    }

    /**
     * Returns the version that the mutation found. For a new case, the last version of an earlier case with this id, or
     * 0.
     */
    public long version() {
        return found;
    }

    /** Returns the current values. */
    public Values values() {
        return values;
    }

    /** Returns the current status. */
    public CaseStatus status() {
        return values.status();
    }

    /** Returns the current number of notes. */
    public int noteCount() {
        return unread + notes.size();
    }

    /**
     * Returns the current notes. If the existing notes were not read, returns only the notes added by this mutation.
     */
    public List<Note> notes() {
        return List.copyOf(notes);
    }

    /** Sets a field. The next {@link #note} reports it. */
    public OpenCase set(TaskField field, @Nullable Object value) {
        values = values.with(field, value);
        return this;
    }

    /**
     * Sets the status and marks the case as moved, even if it has this status already. The next {@link #note} reports
     * the change.
     */
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

    /** Returns the fields that differ from the state that the mutation found; empty if the case is new. */
    public List<TaskField> changed() {
        return before == null ? List.of() : values.changedFrom(before.values());
    }

    /**
     * Returns what the changes so far amount to, for events: {@code deleted}, {@code case_created}, the {@code
     * event_type} of the last note, or {@code note_edited} if there is no new note.
     */
    String change() {
        if (deleted) {
            return "deleted";
        }
        if (before == null) {
            return EventType.CASE_CREATED.wireName();
        }
        return added.isEmpty() ? "note_edited" : added.getLast().eventType();
    }

    /**
     * Returns the names of the members that changed, for events: fields, checklists as {@code lists.<slug>}, and {@code
     * investigation_notes} if there is more than the record of the change. At most {@value #MOST_MEMBERS}, sorted;
     * empty for a case that is new or deleted.
     */
    List<String> changedMembers() {
        if (before == null || deleted) {
            return List.of();
        }
        Set<String> members = new TreeSet<>(TaskField.names(changed()));
        if (!edited.isEmpty() || !removed.isEmpty() || added.stream().anyMatch(Note::isHandWritten)) {
            members.add(TaskField.INVESTIGATION_NOTES.wireName());
        }
        if (!added.isEmpty()) {
            members.addAll(added.getLast().changedLists());
        }
        return members.stream().limit(MOST_MEMBERS).toList();
    }

    /** Adds a note by the actor. It reports the fields that changed since the previous note. */
    public Note note(EventType type, String content) {
        return note(type, content, actor);
    }

    /** As {@link #note(EventType, String)}, with another author. */
    public Note note(EventType type, String content, String detective) {
        Note added = note(type, content, detective, changes(told, values));
        told = values;
        return added;
    }

    /** As {@link #note(EventType, String)}, and reports these changes as well. */
    public Note note(EventType type, String content, List<Map<String, @Nullable Object>> more) {
        ListBuilder changes = Data.listBuilder();
        changes(told, values).forEach(changes::add);
        more.forEach(changes::add);
        told = values;
        return note(type, content, actor, changes.build());
    }

    /** Adds a note that reports exactly these changes. */
    public Note note(EventType type, String content, String detective, List<@Nullable Object> changes) {
        Note note = new Note(nextNote, freshNoteId(), at, type.wireName(), content, detective, null, null, changes);
        return append(note);
    }

    /** Appends a note that was written elsewhere, at the next position. */
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

    /** Replaces the content of a note. */
    public Note edit(Note note, String content, String by) {
        return replace(note, note.edited(content, at, by));
    }

    /** Replaces a note by another with the same position. */
    public Note replace(Note old, Note replacement) {
        notes.set(notes.indexOf(old), replacement);
        edited.add(replacement);
        return replacement;
    }

    /** Removes a note; the notes after it move up. */
    public void remove(Note note) {
        notes.remove(note);
        removed.add(note);
    }

    /** Deletes the case; {@code content} goes to the trash. */
    public void delete(DepartedContent content, DepartedContent.Via way) {
        deleted = true;
        via = way;
        departed = content;
    }

    /** Adds the statements that delete the case. */
    void writeDeletion(StatementBatch batch) {
        batch.add("DELETE FROM cases.task WHERE id = ?", id);
        if (departed != null && via != null) {
            departed.store(batch, id, via, actor);
        }
    }

    boolean deleted() {
        return deleted;
    }

    /** Whether the case went through a transition of the lifecycle, which may add nothing but a note. */
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

    /** Returns true if there is something to write. */
    public boolean dirty() {
        return before == null
                || deleted
                || !added.isEmpty()
                || !edited.isEmpty()
                || !removed.isEmpty()
                || !changed().isEmpty();
    }

    /** Returns the case in its current state. */
    public Task task() {
        if (before != null && !dirty()) {
            return before;
        }
        return stamped(at, version() + 1);
    }

    Task stamped(Instant updatedAt, long version) {
        String fieldVersions = before == null
                ? TaskRows.fieldVersions(version)
                : TaskRows.fieldVersions(before.fieldVersions(), changed(), version);
        return new Task(id, createdAt, updatedAt, version, unread + notes.size(), nextNote, values, fieldVersions);
    }

    /**
     * Returns the case and its notes in their current state.
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
