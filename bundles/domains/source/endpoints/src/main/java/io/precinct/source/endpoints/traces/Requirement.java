package io.precinct.source.endpoints.traces;

import io.precinct.api.contract.Schema;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.endpoints.ListParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A requirement that code should fulfil.
 *
 * @param id as annotations name it
 * @param title human-readable, or null
 * @param blob of the file that fulfilled it at the last review, or null
 * @param revision that code should name, or null for any
 */
record Requirement(
        String id,
        @Nullable String title,
        @Nullable String blob,
        @Nullable String revision) {
    private static final int MOST = 10_000;
    private static final int LONGEST = 1000;
    private static final Pattern BLOB = Pattern.compile("[0-9a-f]{7,64}");

    /** The body: ids, or objects with more about each. */
    static final Schema BODY = Schema.object()
            .with(
                    "requirements",
                    Schema.list(Schema.anyOf(
                                    Schema.text().atLeast(1).matching("\\S").example("greet"),
                                    Field.body(
                                            Field.requiredText("id", LONGEST),
                                            Field.text("title", LONGEST),
                                            Field.text("revision", LONGEST),
                                            Field.of(
                                                    "blob",
                                                    Schema.text()
                                                            .matching("^" + BLOB.pattern() + "$")
                                                            .example("0123456")))))
                            .atMost(MOST))
            .closed();

    /** Reads {@code requirements: [{id, title?, blob?, revision?}]}; faults go into {@code body}. */
    static List<Requirement> read(Form body) {
        if (!(body.value("requirements") instanceof List<?> list)) {
            body.fault("requirements", "required", "requirements is a list of {id, title, blob, revision}", "array");
            return List.of();
        }
        if (list.size() > MOST) {
            body.fault("requirements", "bounds", "requirements has at most " + MOST + " elements", MOST);
            return List.of();
        }
        var requirements = new ArrayList<Requirement>();
        for (int i = 0; i < list.size(); i++) {
            requirements.add(read(body, "requirements/" + i, list.get(i)));
        }
        return requirements;
    }

    @SuppressWarnings("unchecked") // plain data
    private static Requirement read(Form body, String place, @Nullable Object element) {
        if (element instanceof String id && !id.isBlank()) {
            return named(id);
        }
        if (!(element instanceof Map<?, ?> map)) {
            body.fault(place, "type", "a requirement is {id, title, blob, revision}", "object");
            return named("");
        }
        Form form = body.at(place, (Map<String, @Nullable Object>) map);
        String id = form.requiredText("id", LONGEST);
        String title = ListParameters.filled(form, "title", LONGEST);
        String blob = ListParameters.filled(form, "blob", LONGEST);
        if (blob != null && !BLOB.matcher(blob).matches()) {
            form.fault("blob", "format", "blob is the id of a git object, or its first digits", BLOB.pattern());
        }
        return new Requirement(id, title, blob, ListParameters.filled(form, "revision", LONGEST));
    }

    /** A requirement of which only the id is known. */
    static Requirement named(String id) {
        return new Requirement(id, null, null, null);
    }

    /**
     * Whether a file is the recorded one, and the code names the revision, as far as either is known: code that names none
     * means any.
     */
    boolean unchanged(RequirementReference place) {
        return (blob == null || place.item().blob().startsWith(blob))
                && (revision == null || place.revision() == null || revision.equals(place.revision()));
    }
}
