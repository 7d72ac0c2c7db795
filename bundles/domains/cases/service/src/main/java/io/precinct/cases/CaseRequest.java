package io.precinct.cases;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.OpenWork;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Schemas;
import io.precinct.rest.api.Versions;
import java.time.Instant;
import java.util.function.Consumer;

/** Helpers that all endpoints for one case share. */
public final class CaseRequest {
    /** The answer to a request that needs checklists while they are absent. */
    public static final Answer WITHOUT_LISTS =
            Answer.of(502, "No bundle keeps checklists now.", Schemas.REFUSAL).with(Contracts.RETRY_AFTER);

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
        return tagged(Reply.ok(withNotes.toData()), withNotes.task());
    }

    /** Returns the reply, which contains the whole case, with the tag of the case. */
    public static Reply tagged(Reply reply, Task task) {
        return reply.header("ETag", tag(task));
    }

    /** Returns the tag of a case. A touch changes the case, but not its version. */
    public static String tag(Task task) {
        return Versions.tag(
                task.version(), task.get(TaskField.LAST_VIEWED) instanceof String at ? Instant.parse(at) : null);
    }

    /** As {@link #bare(OpenCase)}, with what is still open in the case. */
    public static Reply ended(OpenCase open, OpenWork work) {
        var withNotes = open.withNotes();
        return tagged(Reply.ok(work.in(withNotes.toData())), withNotes.task());
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
