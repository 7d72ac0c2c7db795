package io.precinct.recurring.templates;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases;
import io.precinct.postgres.api.Database;
import io.precinct.recurring.DomainServices;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The endpoints that answer lists. */
final class TemplateLists {
    /** The members of a template. */
    static final List<String> FIELDS =
            List.copyOf(TemplateDocuments.TEMPLATE.members().keySet());

    static final List<String> SORTS = List.of("-created_at", "updated_at", "label");
    static final List<String> BY_DUE = List.of("next_due");
    static final List<String> NEWEST = List.of("-created_at");
    private static final List<String> WITH_UPCOMING =
            List.copyOf(TemplateDocuments.UPCOMING.members().keySet());
    static final List<String> CASE_FIELDS = List.of(
            "id",
            "label",
            "priority",
            "status",
            "case_type",
            "detective",
            "urgency_level",
            "repository_context",
            "created_at",
            "updated_at",
            "version",
            "notes",
            "evidence_tags",
            "auto_detected_keywords",
            "case_links",
            "scheduled_date",
            "due_date",
            "recurring_template_id",
            "recurrence_date",
            "previous_instance_id",
            "last_viewed",
            "current_resume",
            "pinned",
            "classification",
            "note_count",
            "consciousness_links");

    static final int LONGEST_QUESTION = 500;
    static final int MOST_UPCOMING = 100;
    static final int DEFAULT_UPCOMING = 5;

    private final Database database;
    private final DomainServices domains;
    private final InstantSource clock;

    TemplateLists(Database database, DomainServices domains, InstantSource clock) {
        this.database = database;
        this.domains = domains;
        this.clock = clock;
    }

    Reply all(Input input) {
        Form query = Form.query(input);
        Boolean enabled = TemplateDocuments.ENABLED.in(query);
        return answer(input, query, enabled == null ? "true" : enabled ? "enabled" : "NOT enabled", null);
    }

    Reply enabled(Input input) {
        return answer(input, Form.query(input), "enabled", null);
    }

    Reply search(Input input) {
        Form query = Form.query(input);
        String question = TemplateDocuments.QUESTION.in(query);
        return answer(
                input,
                query,
                "(label ILIKE :pattern OR description ILIKE :pattern OR notes ILIKE :pattern)",
                Text.likePattern(question.strip()));
    }

    private Reply answer(Input input, Form query, String condition, @Nullable String pattern) {
        ListRequest page = ListRequest.of(query, SORTS, FIELDS);
        query.check();
        TemplatePage listing = TemplatePage.read(database, page, condition, pattern);
        return page.reply(
                input, listing.templates().stream().map(Template::toData).toList(), listing.total(), listing.last());
    }

    /** The templates by what is due next, each with the next {@code count} firings. */
    Reply upcoming(Input input) {
        Form query = Form.query(input);
        Long count = TemplateDocuments.FIRINGS.in(query);
        ListRequest page = ListRequest.of(query, BY_DUE, WITH_UPCOMING);
        query.check();
        int most = count == null ? DEFAULT_UPCOMING : count.intValue();
        TemplatePage listing = TemplatePage.read(database, page, "enabled AND next_due IS NOT NULL", null);
        Instant now = clock.instant();
        return page.reply(
                input,
                listing.templates().stream().map(t -> upcoming(t, most, now)).toList(),
                listing.total(),
                listing.last());
    }

    private static Map<String, @Nullable Object> upcoming(Template template, int most, Instant now) {
        List<Map<String, @Nullable Object>> firings = Upcoming.of(template, most, now);
        return Data.mapBuilder()
                .putAll(template.toData())
                .put("date", firings.getFirst().get("date"))
                .put("at", firings.getFirst().get("at"))
                .put("upcoming", firings)
                .build();
    }

    /** The cases of a template, newest first. */
    Reply instances(Input input) {
        Form query = Form.query(input);
        ListRequest page = ListRequest.of(query, NEWEST, CASE_FIELDS);
        query.check();
        if (!page.descending()) {
            throw Refusal.invalid("?sort", "enum", "instances come newest first: -created_at", List.of("-created_at"));
        }
        String id = TemplateEdits.id(input);
        database.read(transaction -> TemplateStore.get(transaction, id));
        try {
            Cases.Instances part = domains.cases().instances(id, page.after(), page.limit());
            return page.reply(input, part.items(), part.total(), part.next());
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid(List.of(ListRequest.FOREIGN_CURSOR));
        }
    }
}
