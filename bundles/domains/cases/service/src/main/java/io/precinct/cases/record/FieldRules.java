package io.precinct.cases.record;

import static io.precinct.cases.record.CaseLimits.CASE_ID;
import static io.precinct.cases.record.CaseLimits.ELEMENTS;
import static io.precinct.cases.record.CaseLimits.LABEL;
import static io.precinct.cases.record.CaseLimits.MARKDOWN;
import static io.precinct.cases.record.CaseLimits.NAME;
import static io.precinct.cases.record.CaseLimits.PLACE;
import static io.precinct.cases.record.CaseLimits.TEMPLATE_ID;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.CaseType;
import io.precinct.cases.api.Urgency;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.MergePatch;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the fields of a case may hold. Faults go into the form that is read. */
public final class FieldRules {
    /** Members of a served case that no client sets. */
    private static final Set<String> SERVED =
            Set.of("id", "created_at", "updated_at", "auto_detected_keywords", "investigation_notes", "note_count");

    private FieldRules() {}

    /**
     * Reads the fields of a new case. {@code status} may be any: a case may be recorded after the fact.
     *
     * @return with defaults for the fields that are not given
     */
    public static Values fresh(Form form) {
        var given = new EnumMap<TaskField, @Nullable Object>(TaskField.class);
        form.requiredText(TaskField.LABEL.wireName(), LABEL);
        for (TaskField field : TaskField.values()) {
            if (!TaskField.GIVEN.contains(field)) {
                given.put(field, read(form, field, form.value(field.wireName())));
            }
        }
        readOnly(form, Stream.concat(SERVED.stream(), TaskField.GIVEN.stream().map(TaskField::wireName)));
        if (form.has("version")) {
            form.value("version");
            form.fault("version", "read_only", "version is assigned by the service", null);
        }
        return Values.ABSENT.withAll(given);
    }

    private static void readOnly(Form form, Stream<String> names) {
        names.forEach(name -> {
            Object value = form.value(name);
            boolean empty = value == null || value instanceof List<?> list && list.isEmpty();
            if (!empty) {
                form.fault(name, "read_only", name + " is assigned by the service", null);
            }
        });
    }

    /**
     * Reads a merge patch (RFC 7396): null gives a field its default. What is served but no client sets may be sent back
     * unchanged.
     *
     * @param withNotes the case that is patched
     * @return the fields that are there, with their new values
     */
    public static Map<TaskField, @Nullable Object> patch(Form form, CaseWithNotes withNotes) {
        var changes = new EnumMap<TaskField, @Nullable Object>(TaskField.class);
        Map<String, @Nullable Object> served = null;
        for (String name : form.names()) {
            TaskField field = TaskField.of(name);
            if (field != null && !TaskField.GIVEN.contains(field)) {
                changes.put(field, patched(form, field, withNotes.task()));
            } else if (field != null || SERVED.contains(name)) {
                served = served == null ? withNotes.toData() : served;
                if (!Data.equal(form.value(name), served.get(name))) {
                    form.fault(name, "read_only", name + " is assigned by the service", null);
                }
            }
        }
        return changes;
    }

    private static @Nullable Object patched(Form form, TaskField field, Task task) {
        Object value = form.value(field.wireName());
        if (value == null && (field == TaskField.LABEL || field == TaskField.STATUS)) {
            form.fault(field.wireName(), "required", field.wireName() + " cannot be removed", null);
            return task.get(field);
        }
        if (field == TaskField.LABEL) {
            return form.requiredText(field.wireName(), LABEL);
        }
        if (field == TaskField.CONSCIOUSNESS_LINKS && value instanceof Map<?, ?>) {
            return LinkRules.read(form, field.wireName(), MergePatch.apply(task.get(field), value));
        }
        return read(form, field, value);
    }

    /** Reads one field by its rule; a fault, null and absence read as its default. */
    public static @Nullable Object read(Form form, TaskField field, @Nullable Object value) {
        if (value == null) {
            return field.absent();
        }
        String name = field.wireName();
        Object read = switch (field) {
            case LABEL -> form.text(name, LABEL);
            case PRIORITY -> mapped(form.integer(name, 1, 5), Long::intValue);
            case STATUS -> form.oneOf(name, CaseStatus.NAMES);
            case CASE_TYPE -> form.oneOf(name, CaseType.NAMES);
            case URGENCY_LEVEL -> form.oneOf(name, Urgency.NAMES);
            case CLASSIFICATION -> form.oneOf(name, CaseLimits.CLASSIFICATIONS);
            case DETECTIVE -> form.text(name, NAME);
            case REPOSITORY_CONTEXT -> form.text(name, PLACE);
            case NOTES -> form.markdown(name, MARKDOWN);
            case EVIDENCE_TAGS -> mapped(form.texts(name, ELEMENTS, NAME), FieldRules::distinct);
            case CASE_LINKS -> caseLinks(form, name);
            case SCHEDULED_DATE, DUE_DATE, RECURRENCE_DATE -> mapped(form.date(name), LocalDate::toString);
            case RECURRING_TEMPLATE_ID -> id(form, name, TEMPLATE_ID, "recurring-<uuid>");
            case PREVIOUS_INSTANCE_ID -> id(form, name, CASE_ID, "task-<uuid>");
            case LAST_VIEWED -> mapped(form.time(name), Timestamps::text);
            case CURRENT_RESUME -> resume(form, name);
            case CONSCIOUSNESS_LINKS -> LinkRules.read(form, name, value);
            case PINNED -> form.truth(name);
        };
        return read == null ? field.absent() : read;
    }

    private static <T, R> @Nullable R mapped(@Nullable T value, Function<T, R> function) {
        return value == null ? null : function.apply(value);
    }

    private static List<String> distinct(List<String> texts) {
        return List.copyOf(new LinkedHashSet<>(texts));
    }

    private static @Nullable List<String> caseLinks(Form form, String name) {
        List<String> ids = form.texts(name, ELEMENTS, 60);
        if (ids == null) {
            return null;
        }
        for (int i = 0; i < ids.size(); i++) {
            if (!CASE_ID.matcher(ids.get(i)).matches()) {
                form.fault(name + "/" + i, "format", name + "/" + i + " is a case id", "task-<uuid>");
            }
        }
        return distinct(ids);
    }

    private static @Nullable String id(Form form, String name, Pattern pattern, String allowed) {
        String id = form.text(name, 60);
        if (id != null && !pattern.matcher(id).matches()) {
            form.fault(name, "format", name + " has the form " + allowed, allowed);
        }
        return id;
    }

    /** A string that holds a JSON object. */
    private static @Nullable String resume(Form form, String name) {
        String text = form.markdown(name, MARKDOWN);
        if (text == null) {
            return null;
        }
        if (holdsObject(text)) {
            return text;
        }
        form.fault(name, "format", name + " is a string that holds a JSON object", "{session_id, cwd, timestamp}");
        return null;
    }

    private static boolean holdsObject(String text) {
        try {
            return Json.read(text) instanceof Map<?, ?>;
        } catch (MalformedJson e) {
            return false;
        }
    }

    /**
     * A whole case, as it is put, pushed and imported.
     *
     * @param values its fields, with defaults for the fields that are not given
     * @param notes its notes in the order given, at positions from 0
     * @param createdAt null if it does not say
     * @param updatedAt null if it does not say
     * @param version null if it does not say
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

        /** The same case with these notes. */
        public Whole with(List<Note> notes) {
            return new Whole(values, notes, createdAt, updatedAt, version);
        }
    }

    /**
     * Reads a whole case; what only the service counts is checked and not used.
     *
     * @param authorship whose its notes are that do not say; {@link Authorship#named} tells of those that name nobody
     */
    public static Whole whole(Form form, Authorship authorship) {
        form.requiredText(TaskField.LABEL.wireName(), LABEL);
        var given = new EnumMap<TaskField, @Nullable Object>(TaskField.class);
        for (TaskField field : TaskField.values()) {
            given.put(field, read(form, field, form.value(field.wireName())));
        }
        id(form, "id", CASE_ID, "task-<uuid>");
        form.ignoring("auto_detected_keywords", "note_count");
        return new Whole(
                Values.ABSENT.withAll(given),
                NoteRules.read(form, Authorship.NOTES, authorship),
                form.time("created_at"),
                form.time("updated_at"),
                form.integer("version", 1, CaseLimits.VERSION));
    }

    /** The names of these fields, for people. */
    public static String names(List<TaskField> fields) {
        return fields.stream().map(TaskField::wireName).collect(Collectors.joining(", "));
    }
}
