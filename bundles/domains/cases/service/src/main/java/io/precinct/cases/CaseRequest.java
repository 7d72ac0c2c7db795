package io.precinct.cases;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.OpenCase;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Versions;
import java.util.function.Consumer;

/** Helpers that all endpoints for one case share. */
public final class CaseRequest {
    private CaseRequest() {}

    /** Returns the case id from the path. */
    public static String id(Input input) {
        return input.params().text("id");
    }

    /** Returns a check of {@code If-Match} against a case that is about to be changed. */
    public static Consumer<OpenCase> unchanged(Input input) {
        return open ->
                Versions.check(input, open.version(), () -> open.withNotes().toData());
    }

    /** Replies 200 with the bare case as it is now, tagged with its version. */
    public static Reply bare(OpenCase open) {
        return bare(open.withNotes());
    }

    /** Replies 200 with the bare case, tagged with its version. */
    public static Reply bare(CaseWithNotes withNotes) {
        return Versions.tagged(Reply.ok(withNotes.toData()), withNotes.task().version());
    }

    /** Starts the declaration of an endpoint below {@code /:id}. */
    public static Declaration.Builder ofCase(String sentence) {
        return Declaration.terminal()
                .describedAs(sentence)
                .takes(CaseSchemas.CASE)
                .under(Contracts.NOT_FOUND)
                .under(Contracts.READING);
    }

    /**
     * Starts the declaration of an endpoint that changes a case and returns it; {@code body} lists the fields of the
     * request.
     */
    public static Declaration.Builder changing(String sentence, Field<?>... body) {
        return changing(sentence, CaseSchemas.WHOLE, body);
    }

    /**
     * As {@link #changing(String, Field[])}, but returns a different resource, tagged with the version of the case.
     */
    public static Declaration.Builder changing(String sentence, Schema answered, Field<?>... body) {
        return changing(sentence, answered, body.length == 0 ? Field.nothing() : Field.body(body));
    }

    /** As {@link #changing(String, Schema, Field[])}, with one schema for the whole body. */
    public static Declaration.Builder changing(String sentence, Schema answered, Schema body) {
        return ofCase(sentence)
                .under(Contracts.CHANGING_VERSION)
                .takes(body)
                .answers(Contracts.changed(Answer.ok(sentence, answered).with(Contracts.ETAG)));
    }

    /** Starts the declaration of an endpoint that changes something that belongs to the actor. */
    public static Declaration.Builder acting(String sentence, Schema body) {
        return Declaration.terminal()
                .describedAs(sentence)
                .under(Contracts.CHANGING)
                .takes(body);
    }
}
