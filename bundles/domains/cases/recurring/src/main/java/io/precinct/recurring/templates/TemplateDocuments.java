package io.precinct.recurring.templates;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.ListRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests and responses of the endpoints for recurring templates. */
final class TemplateDocuments {
    private static final Schema ANY_TEXT = Schema.text();

    private static final Schema BODY = Template.RESOURCE.taken().named("NewTemplate");

    /** A template as it is served. */
    static final Schema TEMPLATE = Template.RESOURCE.schema();

    static final Field<@Nullable Boolean> ENABLED =
            Field.truth(TemplateContent.IS_ENABLED.name()).describedAs("Only those that are, or are not.");

    static final Field<String> QUESTION = Field.requiredText("q", TemplateLists.LONGEST_QUESTION)
            .describedAs("What to look for.")
            .example("plants");

    static final Field<@Nullable Long> FIRINGS = Field.integer("count", 1, TemplateLists.MOST_UPCOMING)
            .orElse(TemplateLists.DEFAULT_UPCOMING)
            .describedAs("How many firings of each.");

    static final Field<@Nullable Long> PREVIEWED =
            Field.integer("count", 1, Templates.MOST_PREVIEWED).orElse(Templates.DEFAULT_PREVIEWED);

    private static final Parameter ID = Parameter.path(
                    "id",
                    Schema.text()
                            .matching("^recurring-[0-9a-f-]{36}$")
                            .example("recurring-01890a5d-ac96-774b-bcce-b302099a8057")
                            .named("TemplateId"))
            .describedAs("The id of the template.");

    private static final Answer CHANGED =
            Contracts.changed(Answer.ok("The template.", TEMPLATE).with(Contracts.ETAG));

    static final Contract CREATE = Contracts.CHANGING
            .and(Contract.taking(BODY))
            .and(Contract.of(Contracts.changed(
                    Answer.of(201, "The new template.", TEMPLATE).with(Contracts.ETAG, Contracts.LOCATION))));

    static final Contract READ =
            Contract.of(Answer.ok("The template.", TEMPLATE).with(Contracts.ETAG));

    /** As the specification requires, the response is 400 if there is no such template. */
    static final Contract REPLACE =
            Contracts.CHANGING_VERSION.and(Contract.taking(BODY)).and(Contract.of(CHANGED));

    static final Contract SWITCH =
            Contracts.CHANGING_VERSION.and(Contract.taking(Field.nothing())).and(Contract.of(CHANGED));

    static final Contract DELETE =
            Contracts.CHANGING_VERSION.and(Contract.of(Contracts.changed(Answer.empty(204, "It is deleted."))));

    static final Contract TRIGGER = Contracts.CHANGING_VERSION
            .and(Contract.taking(Field.nothing()))
            .and(Contract.of(Contracts.changed(
                    Answer.of(201, "The case that was generated.", generated()).with(Contracts.LOCATION))));

    static final Contract PREVIEW = Contract.taking(Field.body(PREVIEWED))
            .and(Contract.of(Answer.ok("The firings, the next one first.", Schema.list(Upcoming.FIRING.schema()))));

    private TemplateDocuments() {}

    /** Returns the contract of a list of templates. */
    static Contract list(Field<?>... filters) {
        return Field.query(filters).and(ListRequest.contract("The templates.", TemplateLists.SORTS, TEMPLATE));
    }

    static Contract upcoming() {
        return Field.query(FIRINGS)
                .and(ListRequest.contract("The templates.", TemplateLists.BY_DUE, Upcoming.RESOURCE.schema()));
    }

    /**
     * Returns the contract of the list of cases of a template.
     *
     * @param members the names of the members of a case in a list
     */
    static Contract instances(List<String> members) {
        Schema listed = generated().with("note_count", Type.count().shown()).named("Instance");
        return ListRequest.contract("The cases.", TemplateLists.NEWEST, listed, members, listed.sparse())
                .and(Contract.of(Parameter.query("sort", Schema.oneOf(TemplateLists.NEWEST))));
    }

    /** Returns the schema of a case with the members known here; the domain of the cases adds more. */
    private static Schema generated() {
        return Schema.object()
                .with("id", ANY_TEXT.example("task-01890a5d-ac96-774b-bcce-b302099a8057"))
                .with("label", ANY_TEXT)
                .with("status", ANY_TEXT)
                .with("version", Schema.integer().atLeast(1))
                .open();
    }

    /** Starts the declaration of an endpoint. */
    static Declaration.Builder of(String path, String sentence) {
        Declaration.Builder declaration =
                Declaration.terminal().describedAs(sentence).under(Contracts.READING);
        return path.contains(":id") ? declaration.takes(ID).under(Contracts.NOT_FOUND) : declaration;
    }
}
