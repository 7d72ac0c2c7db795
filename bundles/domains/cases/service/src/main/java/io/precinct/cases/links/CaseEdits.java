package io.precinct.cases.links;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.api.EvidenceTag;
import io.precinct.cases.api.Urgency;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseTypes;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.LinkRules;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.People;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Edits of one case. Each is read from a request body, then applied to the open case, which gets a note if anything
 * changes.
 */
final class CaseEdits {
    /** The fields that {@code PATCH /:id/field} may set. */
    static final List<String> ALLOWED = TaskField.names(TaskField.SET_ALONE);

    static final Field<@Nullable String> TAG = Field.of("tag", CaseTypes.TAG).required();
    static final Field<String> DETECTIVE = Field.requiredText("detective", CaseLimits.NAME);
    static final Field<@Nullable String> REASON = Field.markdown("reason", CaseLimits.MARKDOWN);
    static final Field<@Nullable String> LEVEL = Field.oneOf(TaskField.URGENCY_LEVEL.wireName(), Urgency.NAMES)
            .describedAs("Where it is to lead; without it one level up.");
    static final Field<String> MEMORY = Field.requiredText("memory_path", CaseLimits.PLACE);
    static final Field<String> HASH = Field.requiredText("commit_hash", CaseLimits.NAME);
    static final Field<@Nullable String> MESSAGE = Field.markdown("commit_message", CaseLimits.MARKDOWN / 2);
    static final Field<@Nullable String> REPOSITORY = Field.text("repository", CaseLimits.PLACE);

    /** The schema of the repository context; null removes it. */
    static final Schema REPOSITORY_CONTEXT = Schema.object()
            .with(
                    TaskField.REPOSITORY_CONTEXT.wireName(),
                    TaskField.REPOSITORY_CONTEXT.served().example("house"))
            .closed();

    /** The schema of a change of one field; {@code value} is validated against the named field. */
    static final Schema FIELD = Schema.object()
            .with("field", Schema.oneOf(ALLOWED))
            .with("value", Schema.text().orNull().example("Find the keys"))
            .closed();

    private CaseEdits() {}

    /** Reads an edit from a body; faults go into the form. */
    @FunctionalInterface
    interface Reader {
        Edit read(Form form);
    }

    /** An edit that is applied to an open case. */
    @FunctionalInterface
    interface Edit {
        void apply(OpenCase open);
    }

    private static void note(OpenCase open, EventType type, String content) {
        if (!open.changed().isEmpty()) {
            open.note(type, content);
        }
    }

    static List<String> plus(List<String> list, String element) {
        var more = new ArrayList<>(list);
        more.add(element);
        return more;
    }

    static List<String> minus(List<String> list, String element) {
        return list.stream().filter(each -> !each.equals(element)).toList();
    }

    private static String tagIn(Form form) {
        if (form.value(TAG.name()) == null) {
            form.fault(TAG.name(), "required", TAG.name() + " is required", null);
        }
        return Objects.requireNonNullElse(TAG.in(form), "");
    }

    static Edit tag(Form form) {
        String tag = tagIn(form);
        return open -> {
            List<String> tags = open.values().texts(TaskField.EVIDENCE_TAGS);
            if (EvidenceTag.distinct(tags).contains(tag)) {
                return;
            }
            if (tags.size() >= CaseLimits.ELEMENTS) {
                throw Refusal.invalid("/tag", "bounds", "a case has at most " + CaseLimits.ELEMENTS + " tags", null);
            }
            open.set(TaskField.EVIDENCE_TAGS, plus(tags, tag));
            open.note(EventType.FIELD_UPDATED, "Tagged " + tag);
        };
    }

    // @req:link-removal
    static Edit untag(Form form) {
        String tag = tagIn(form);
        return open -> {
            List<String> tags = open.values().texts(TaskField.EVIDENCE_TAGS);
            // a tag that an earlier version stored may be in another form
            List<String> others = tags.stream()
                    .filter(each -> !EvidenceTag.of(each).equals(tag))
                    .toList();
            if (others.size() == tags.size()) {
                throw Refusal.notFound("tag", tag);
            }
            open.set(TaskField.EVIDENCE_TAGS, others);
            open.note(EventType.FIELD_UPDATED, "Took off the tag " + tag);
        };
    }

    static Edit detective(Form form, People.Assigner assigner) {
        String given = DETECTIVE.in(form);
        String name = People.trimmed(given);
        if (name == null && !given.isBlank()) {
            form.fault(DETECTIVE.name(), "required", DETECTIVE.name() + " is required", null);
        }
        return open -> {
            String detective =
                    assigner.require("/" + DETECTIVE.name(), name, open.values().text(TaskField.DETECTIVE));
            open.set(TaskField.DETECTIVE, detective);
            note(open, EventType.FIELD_UPDATED, "Assigned to " + detective);
        };
    }

    static Edit repository(Form form) {
        Object repository = TaskField.REPOSITORY_CONTEXT.read(form);
        form.mustHave(TaskField.REPOSITORY_CONTEXT.wireName());
        return open -> {
            open.set(TaskField.REPOSITORY_CONTEXT, repository);
            note(open, EventType.FIELD_UPDATED, "Repository context set");
        };
    }

    /** Raises the urgency by one level, or to the given higher level. The highest urgency cannot be raised. */
    static Edit escalation(Form form) {
        String reason = REASON.in(form);
        String wanted = LEVEL.in(form);
        return open -> {
            Urgency now = open.values().urgency();
            List<Urgency> higher = now.higher();
            Urgency next = higher.isEmpty() ? null : higher.getFirst();
            Urgency to = wanted == null ? next : Urgency.of(wanted);
            if (to == null || !higher.contains(to)) {
                List<String> allowed = higher.stream().map(Urgency::wireName).toList();
                throw Refusal.of(
                        409,
                        "invalid_transition",
                        "escalation leads upwards only, and from " + now.wireName() + " to "
                                + (allowed.isEmpty() ? "nothing" : String.join(", ", allowed)),
                        "from",
                        now.wireName(),
                        "allowed",
                        allowed);
            }
            open.set(TaskField.URGENCY_LEVEL, to.wireName());
            String said = reason == null || reason.isBlank() ? "Escalated to " + to.wireName() : reason;
            open.note(EventType.URGENCY_ESCALATED, said);
        };
    }

    static Edit links(Form form) {
        Map<String, @Nullable Object> more = someLinks(form);
        return open -> {
            merge(open, more);
            note(open, EventType.FIELD_UPDATED, "Links merged");
        };
    }

    // @req:link-removal
    static Edit unlinks(Form form) {
        Map<String, @Nullable Object> less = someLinks(form);
        return open -> {
            open.set(TaskField.CONSCIOUSNESS_LINKS, LinkRules.without(linksOf(open), less));
            note(open, EventType.FIELD_UPDATED, "Links taken off");
        };
    }

    private static Map<String, @Nullable Object> someLinks(Form form) {
        Map<String, @Nullable Object> body = new HashMap<>();
        for (String name : form.names()) {
            boolean array = CaseLimits.LINK_ARRAYS.contains(name);
            if (!array && !name.equals(CaseLimits.LINK_CONTEXT)) {
                form.ignoring(name);
                continue;
            }
            Object value = form.value(name);
            body.put(name, value);
            if (array && value == null) {
                form.fault(name, "type", name + " is an array", "array");
            }
        }
        Form links = Form.of(Data.map(TaskField.CONSCIOUSNESS_LINKS.wireName(), body));
        Object read = LinkRules.read(links, TaskField.CONSCIOUSNESS_LINKS.wireName(), body);
        String prefix = "/" + TaskField.CONSCIOUSNESS_LINKS.wireName();
        links.faults()
                .forEach(fault -> form.fault(
                        fault.pointer()
                                .substring(Math.min(
                                        prefix.length() + 1, fault.pointer().length())),
                        fault.code(),
                        fault.message(),
                        fault.allowed()));
        return read instanceof Map<?, ?> map ? Data.freezeMap(map) : Data.map();
    }

    private static void merge(OpenCase open, Map<String, @Nullable Object> more) {
        Map<String, @Nullable Object> merged = LinkRules.merged(linksOf(open), more);
        if (!LinkRules.fit(merged)) {
            throw Refusal.invalid(
                    "",
                    "too_long",
                    "the links of a case have at most " + CaseLimits.LINKS + " bytes together",
                    LinkRules.BOUND);
        }
        open.set(TaskField.CONSCIOUSNESS_LINKS, merged);
    }

    private static Map<String, @Nullable Object> linksOf(OpenCase open) {
        return open.values().get(TaskField.CONSCIOUSNESS_LINKS) instanceof Map<?, ?> map
                ? Data.freezeMap(map)
                : Data.map();
    }

    static Edit memory(Form form) {
        String path = MEMORY.in(form);
        return open -> {
            merge(open, Data.map(CaseLimits.MEMORIES, Data.list(path)));
            note(open, EventType.MEMORY_LINKED, "Linked memory " + path);
        };
    }

    static Edit commit(Form form) {
        String hash = HASH.in(form);
        String message = MESSAGE.in(form);
        String repository = REPOSITORY.in(form);
        return open -> {
            var commit = Data.map("commit_hash", hash, "commit_message", message, "repository", repository);
            merge(open, Data.map(CaseLimits.GIT_COMMITS, Data.list(commit)));
            note(open, EventType.FIELD_UPDATED, "Commit " + hash + (message == null ? "" : ": " + message));
        };
    }

    static Edit field(Form form, People.Assigner assigner) {
        String name = form.oneOf("field", ALLOWED);
        Object value = form.value("value");
        if (form.value("field") == null) {
            form.fault("field", "required", "field is required", ALLOWED);
        }
        form.mustHave("value");
        TaskField field = name == null ? null : TaskField.of(name);
        if (field == null) {
            return _ -> {};
        }
        Form one = Form.of(Data.map(field.wireName(), value));
        boolean missing = field.isRequired() && (value == null || value instanceof String text && text.isBlank());
        if (missing) {
            one.fault(field.wireName(), "required", field.wireName() + " is not blank", null);
        }
        Object read = missing ? null : field.read(one);
        one.faults().forEach(fault -> form.fault("value", fault.code(), fault.message(), fault.allowed()));
        return open -> {
            open.set(
                    field,
                    field == TaskField.DETECTIVE
                            ? assigner.require(
                                    "/value", (String) read, open.values().text(field))
                            : read);
            note(open, EventType.FIELD_UPDATED, "Updated " + field.wireName());
        };
    }
}
