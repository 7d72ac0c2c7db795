package io.precinct.cases.register;

import io.precinct.cases.CaseRequest;
import io.precinct.cases.api.Cases;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.TaskRows;
import io.precinct.cases.record.Values;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.StoredJson;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the version in a body with the fields that the body changes: changes of different fields from the same base
 * are both accepted.
 */
final class FieldVersions {
    private FieldVersions() {}

    /**
     * Checks the base version of changed fields.
     *
     * @param base the version in the body, or null
     * @throws Refusal 409 {@code stale_version} if one of these fields has changed since {@code base}, or {@code base}
     *     is higher than the current version
     */
    static void check(OpenCase open, Values wanted, @Nullable Long base) {
        Task now = open.before();
        if (base == null || now == null || base == now.version()) {
            return;
        }
        List<TaskField> changed = wanted.changedFrom(now.values());
        if (base > now.version()) {
            throw refusal(open, now, base, changed, "is ahead of the present one, " + now.version());
        }
        var versions = StoredJson.map(now.fieldVersions());
        List<TaskField> since = changed.stream()
                .filter(field -> TaskRows.changedIn(versions, field) > base)
                .toList();
        if (!since.isEmpty()) {
            throw refusal(open, now, base, since, "is stale: since then changed " + FieldRules.names(since));
        }
    }

    /**
     * Checks the base version of changed checklists. A checklist has changed since if a stored note that is missing in
     * the body reports a change of it.
     *
     * @param known the ids of the notes in the body
     * @throws Refusal 409 {@code stale_version}
     */
    static void checkLists(OpenCase open, List<Cases.Change> changes, Set<String> known, @Nullable Long base) {
        Task now = open.before();
        if (base == null || now == null || base >= now.version()) {
            return;
        }
        List<Note> since = open.notes().stream()
                .filter(note -> !known.contains(note.noteId()))
                .toList();
        List<String> stale = changes.stream()
                .map(Cases.Change::field)
                .filter(field -> since.stream().anyMatch(note -> note.reports(Set.of(field))))
                .toList();
        if (!stale.isEmpty()) {
            throw refused(open, now, base, stale, "is stale: since then changed " + String.join(", ", stale));
        }
    }

    private static Refusal refusal(OpenCase open, Task now, long base, List<TaskField> fields, String why) {
        return refused(open, now, base, fields.stream().map(TaskField::wireName).toList(), why);
    }

    private static Refusal refused(OpenCase open, Task now, long base, List<String> fields, String why) {
        return Refusal.stale(
                        "version " + base + " " + why,
                        "version",
                        now.version(),
                        "fields",
                        fields,
                        "current",
                        open.withNotes().toData())
                .header("ETag", CaseRequest.tag(now));
    }
}
