package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.MergePatch;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads and validates the fields of a case. Faults go into the form that is read. */
public final class FieldRules {
    private static final String DETECTIVE = "/" + TaskField.DETECTIVE.wireName();

    private FieldRules() {}

    /**
     * As {@link #fresh(Form, Actor)}, and assigns the case to one of these people only.
     *
     * @param people whom the actor may name
     */
    public static Values fresh(Form form, Actor actor, People people) {
        Values values = fresh(form, actor);
        String given = values.text(TaskField.DETECTIVE);
        return form.has(TaskField.DETECTIVE.wireName())
                ? values.with(TaskField.DETECTIVE, people.by(actor).read(DETECTIVE, given, null, form::fault))
                : values;
    }

    /**
     * Reads the fields of a new case. Any {@code status} is allowed, because a case may be recorded after the fact. If
     * a signed-in user names no detective, that user becomes the detective.
     *
     * @return the values, with defaults for fields that are not given
     */
    public static Values fresh(Form form, Actor actor) {
        var given = new EnumMap<TaskField, @Nullable Object>(TaskField.class);
        TaskField.those(TaskField::isPatchable).forEach(field -> given.put(field, field.read(form)));
        if (actor.signedIn() && !form.has(TaskField.DETECTIVE.wireName())) {
            given.put(TaskField.DETECTIVE, actor.name());
        }
        for (TaskField field : TaskField.those(other -> !other.isPatchable())) {
            Object value = form.ignoring(field.wireName()).value(field.wireName());
            boolean empty = value == null || value instanceof List<?> list && list.isEmpty();
            if (!empty || field == TaskField.VERSION && form.has(field.wireName())) {
                assigned(form, field);
            }
        }
        return Values.ABSENT.withAll(given);
    }

    private static void assigned(Form form, TaskField field) {
        form.fault(field.wireName(), "read_only", field.wireName() + " is assigned by the service", null);
    }

    /**
     * Reads a merge patch (RFC 7396): null resets a field to its default. Fields that the service assigns may be sent
     * back unchanged.
     *
     * @param withNotes the case that is patched
     * @param assigner reads the detective
     * @return the new values of the fields that the patch contains
     */
    public static Map<TaskField, @Nullable Object> patch(Form form, CaseWithNotes withNotes, People.Assigner assigner) {
        var changes = new EnumMap<TaskField, @Nullable Object>(TaskField.class);
        Map<String, @Nullable Object> served = null;
        form.ignoring(OpenWork.MEMBER);
        for (String name : form.names()) {
            TaskField field = TaskField.of(name);
            if (field == null || field == TaskField.VERSION) {
                continue;
            }
            if (field.isPatchable()) {
                changes.put(field, patched(form, field, withNotes.task(), assigner));
            } else {
                served = served == null ? withNotes.toData() : served;
                if (!Data.equal(form.value(name), served.get(name))) {
                    assigned(form, field);
                }
            }
        }
        return changes;
    }

    private static @Nullable Object patched(Form form, TaskField field, Task task, People.Assigner assigner) {
        Object value = form.value(field.wireName());
        if (value == null && field.isKept()) {
            form.fault(field.wireName(), "required", field.wireName() + " cannot be removed", null);
            return task.get(field);
        }
        if (field == TaskField.CONSCIOUSNESS_LINKS && value instanceof Map<?, ?>) {
            return LinkRules.read(form, field.wireName(), MergePatch.apply(task.get(field), value));
        }
        Object read = field.read(form);
        return field == TaskField.DETECTIVE
                ? assigner.read(DETECTIVE, (String) read, task.values().text(field), form::fault)
                : read;
    }

    /**
     * A whole case as it is put, pushed or imported.
     *
     * @param values the values of its fields, with defaults for fields that are not given
     * @param notes the notes in the given order, at positions from 0
     * @param createdAt the creation time, or null if not given
     * @param updatedAt the time of the last change, or null if not given
     * @param version the version, or null if not given
     */
    public record Whole(
            Values values,
            List<Note> notes,
            @Nullable Instant createdAt,
            @Nullable Instant updatedAt,
            @Nullable Long version) {
        public Whole {
            notes = List.copyOf(notes);
        }
    }

    /**
     * Reads a whole case. Counters of the service are accepted and ignored.
     *
     * @param actor the author of notes that name no author
     */
    public static Whole whole(Form form, Actor actor) {
        return whole(form, actor, null, TaskField::read);
    }

    /**
     * As {@link #whole(Form, Actor)}, for the case of another instance: its evidence tags stay as they are, and members
     * that are not given are taken from another state. A member that is null gets its default.
     *
     * @param under the other state; if null, members that are not given get their defaults
     */
    public static Whole synced(Form form, Actor actor, @Nullable Whole under) {
        return whole(form, actor, under, FieldRules::asStored);
    }

    private static @Nullable Object asStored(TaskField field, Form form) {
        if (field != TaskField.EVIDENCE_TAGS) {
            return field.read(form);
        }
        Object tags = form.read(field.wireName(), CaseTypes.STORED_TAGS);
        return tags == null ? field.absent() : tags;
    }

    private static Whole whole(
            Form form, Actor actor, @Nullable Whole under, BiFunction<TaskField, Form, @Nullable Object> reader) {
        var given = new EnumMap<TaskField, @Nullable Object>(TaskField.class);
        for (TaskField field : TaskField.STORED) {
            if (under == null || form.has(field.wireName())) {
                given.put(field, reader.apply(field, form));
            }
        }
        TaskField.ID.read(form);
        form.ignoring(TaskField.AUTO_DETECTED_KEYWORDS.wireName(), TaskField.NOTE_COUNT.wireName(), OpenWork.MEMBER);
        String notes = TaskField.INVESTIGATION_NOTES.wireName();
        Instant createdAt = form.time(TaskField.CREATED_AT.wireName());
        return new Whole(
                (under == null ? Values.ABSENT : under.values()).withAll(given),
                under == null || form.has(notes) ? NoteRules.read(form, notes, actor) : under.notes(),
                createdAt == null && under != null ? under.createdAt() : createdAt,
                form.time(TaskField.UPDATED_AT.wireName()),
                form.integer(TaskField.VERSION.wireName(), 1, CaseLimits.VERSION));
    }

    /** Returns the names of these fields as readable text. */
    public static String names(List<TaskField> fields) {
        return String.join(", ", TaskField.names(fields));
    }
}
