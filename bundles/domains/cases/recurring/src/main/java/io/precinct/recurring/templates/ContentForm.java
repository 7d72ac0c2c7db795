package io.precinct.recurring.templates;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.api.Cases;
import io.precinct.recurring.RecurringSettings;
import io.precinct.recurring.templates.TemplateContent.Checklist;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal.Fault;
import io.precinct.rest.api.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the body of a template; every fault goes into the form. */
final class ContentForm {
    static final int LONGEST_TEXT = 64 << 10;
    static final int LONGEST_NAME = 200;
    static final int LONGEST_ITEM = 1000;
    static final int MOST_LISTS = 20;
    static final int MOST_ITEMS = 200;
    static final int MOST_LEAD = 366;
    static final int MOST_OFFSET = 3660;

    /** A heading of Markdown loses these. */
    private static final Pattern TAIL = Pattern.compile("(^|\\s)#+$");

    /** What the service says of a template; ignored, so that the body of a GET can be PUT back. */
    static final String[] OURS = {
        "id", "next_due", "last_fired", "fire_count", "version", "created_at", "updated_at", "failure"
    };

    private ContentForm() {}

    /**
     * Reads.
     *
     * @param current what the template says now, which is kept of {@code enabled} and {@code schedule.dtstart} where the
     *     body does not say; null for a new one
     * @param defaults what a schedule is if the body does not say
     * @param now what a missing {@code dtstart} of a new template is
     */
    static TemplateContent read(
            Form form, Cases cases, @Nullable TemplateContent current, RecurringSettings.Values defaults, Instant now) {
        form.ignoring(OURS);
        Map<String, @Nullable Object> fields = caseFields(form, cases);
        String description = form.markdown("description", LONGEST_TEXT);
        List<Checklist> checklists = checklists(form);
        Boolean enabled = form.truth("enabled");
        Long lead = form.integer("lead_days", 0, MOST_LEAD);
        Long offset = form.integer("due_offset_days", 0, MOST_OFFSET);
        var schedule = ScheduleForm.read(form, current == null ? null : current.schedule(), defaults, now);
        boolean otherwise = current == null || current.enabled();
        form.check();
        return new TemplateContent(
                fields,
                description,
                checklists,
                enabled == null ? otherwise : enabled,
                schedule,
                lead == null ? 0 : lead.intValue(),
                offset == null ? null : offset.intValue());
    }

    private static Map<String, @Nullable Object> caseFields(Form form, Cases cases) {
        MapBuilder fields = Data.mapBuilder();
        for (String name : TemplateContent.CASE_FIELDS) {
            Object value = form.value(name);
            if (value != null) {
                fields.put(name, value);
            }
        }
        Map<String, @Nullable Object> read = fields.build();
        for (Cases.Problem problem : cases.problems(read)) {
            form.fault(new Fault(problem.pointer(), problem.code(), problem.message(), problem.allowed()));
        }
        return read;
    }

    private static List<Checklist> checklists(Form form) {
        Object value = form.value("checklists");
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list) || list.size() > MOST_LISTS) {
            form.fault(
                    "checklists",
                    value instanceof List<?> ? "bounds" : "type",
                    "checklists is a list of at most " + MOST_LISTS + " objects {name, items}",
                    Data.map("max_items", MOST_LISTS));
            return List.of();
        }
        var names = new HashSet<String>();
        var lists = new ArrayList<Checklist>();
        for (int i = 0; i < list.size(); i++) {
            Checklist one = checklist(form, "checklists/" + i, list.get(i));
            if (!letters(one.name()).isEmpty() && !names.add(letters(one.name()))) {
                form.fault(
                        "checklists/" + i + "/name",
                        "format",
                        "the names of checklists differ in a letter or digit",
                        null);
            }
            lists.add(one);
        }
        return lists;
    }

    @SuppressWarnings("unchecked") // plain data
    private static Checklist checklist(Form form, String place, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            form.fault(place, "type", place + " is an object {name, items}", "object");
            return new Checklist("", List.of());
        }
        Form one = form.at(place, (Map<String, @Nullable Object>) map);
        String name = one.requiredText("name", LONGEST_NAME);
        oneLine(one, "name", name);
        if (!name.isBlank()
                && (letters(name).isEmpty() || TAIL.matcher(name.strip()).find())) {
            one.fault("name", "format", "the name of a checklist has a letter or a digit and does not end in #", null);
        }
        List<String> items = one.texts("items", MOST_ITEMS, LONGEST_ITEM);
        for (int i = 0; items != null && i < items.size(); i++) {
            oneLine(one, "items/" + i, items.get(i));
        }
        one.unknown();
        return new Checklist(name, items == null ? List.of() : items);
    }

    /** What is left of a name in an address. */
    private static String letters(String name) {
        return name.codePoints()
                .filter(Character::isLetterOrDigit)
                .map(Character::toLowerCase)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static void oneLine(Form form, String place, String text) {
        if (!Text.isOneLine(text)) {
            form.fault(place, "format", place + " is one line without control characters", null);
        }
    }
}
