package io.precinct.recurring.templates;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.api.Cases;
import io.precinct.postgres.api.Database;
import io.precinct.recurring.DomainServices;
import io.precinct.rest.api.Condition;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Table;
import io.precinct.rest.api.Text;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Handlers that return lists. */
final class TemplateLists {
    /** The sort keys of a list; the first is the default. */
    static final List<String> SORTS =
            List.of("-" + Template.CREATED_AT.name(), Template.UPDATED_AT.name(), TemplateContent.ITS_LABEL.name());

    static final List<String> BY_DUE = List.of(Template.NEXT_DUE.name());
    static final List<String> NEWEST = List.of("-" + Template.CREATED_AT.name());

    private static final Condition IS_ENABLED = Condition.of("enabled");
    private static final Condition IS_DUE = Condition.of("enabled AND next_due IS NOT NULL");
    private static final Condition HOLDS =
            Condition.of("label ILIKE :pattern OR description ILIKE :pattern OR notes ILIKE :pattern");

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
        Condition which =
                enabled == null ? Condition.ANY : Condition.equal(TemplateContent.IS_ENABLED.column(), enabled);
        return answer(input, query, which);
    }

    Reply enabled(Input input) {
        return answer(input, Form.query(input), IS_ENABLED);
    }

    Reply search(Input input) {
        Form query = Form.query(input);
        String question = TemplateDocuments.QUESTION.in(query);
        return answer(input, query, HOLDS.bind("pattern", Text.likePattern(question.strip())));
    }

    private Reply answer(Input input, Form query, Condition which) {
        ListRequest page = ListRequest.of(query, SORTS, Template.RESOURCE.names());
        query.check();
        return page.reply(input, page(page, which), Template.RESOURCE);
    }

    private Table.Page<Template> page(ListRequest page, Condition which) {
        return database.read(transaction -> TemplateStore.TABLE.page(transaction, page, which));
    }

    /** Lists the enabled templates that have a next firing, sorted by it, each with its next {@code count} firings. */
    Reply upcoming(Input input) {
        Form query = Form.query(input);
        Long count = TemplateDocuments.FIRINGS.in(query);
        ListRequest page = ListRequest.of(query, BY_DUE, Upcoming.RESOURCE.names());
        query.check();
        int most = count == null ? DEFAULT_UPCOMING : count.intValue();
        Instant now = clock.instant();
        return page.reply(
                input, page(page, IS_DUE).map(template -> Upcoming.of(template, most, now)), Upcoming.RESOURCE);
    }

    /** Lists the cases of a template, newest first. */
    Reply instances(Input input) {
        Form query = Form.query(input);
        ListRequest page = ListRequest.of(query, NEWEST, domains.cases().listedMembers());
        query.check();
        if (!page.descending()) {
            throw Refusal.invalid("?sort", "enum", "instances come newest first: " + NEWEST.getFirst(), NEWEST);
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
