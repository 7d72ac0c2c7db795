package io.precinct.cases.notes;

import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.cases.CaseRequest;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.PageAddress;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Schemas;
import io.precinct.rest.api.Versions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Endpoints for investigation notes. A path may contain the id of a note instead of an index; an id stays the same when
 * earlier notes are deleted. The entity tag is the tag of the case. Stateless, hence thread-safe.
 */
@Component
@FamilyName("notes")
public final class Notes implements BoundaryFamily {
    private static final Field<@Nullable Long> START =
            Field.integer("start", 0, Integer.MAX_VALUE).describedAs("The first index.");
    private static final Field<@Nullable Long> END =
            Field.integer("end", 0, Integer.MAX_VALUE).describedAs("The index after the last.");
    private static final Field<String> NOTE =
            Field.requiredMarkdown("note", CaseLimits.MARKDOWN).example("Looked below the mat.");
    private static final Field<@Nullable String> DETECTIVE =
            Field.text("detective", CaseLimits.NAME).describedAs("Who wrote it.");

    private static final Parameter TOTAL =
            Parameter.header("X-Total-Count", Schema.integer().atLeast(0)).always();
    private static final Parameter NEXT =
            Parameter.header("Link", Schema.text()).describedAs("Where the notes go on, where they do.");
    static final Parameter PLACE = Parameter.path(
                    "idx",
                    Schema.text()
                            .matching("^([0-9]{1,9}|" + CaseLimits.NOTE_ID.pattern() + ")$")
                            .example("0")
                            .named("NotePlace"))
            .describedAs("The index of the note from 0, or its id.");

    private static final Contract AUDIT = Contract.of(
            Answer.of(403, "It is the record of an event, or another's; roles says who may.", Schemas.REFUSAL));

    private static final Declaration ADD = CaseRequest.ofCase("Adds a note.")
            .under(Contracts.CHANGING_VERSION)
            .takes(Field.body(NOTE, DETECTIVE))
            .answers(Contracts.changed(
                    Answer.of(201, "The note.", CaseSchemas.NOTE).with(Contracts.ETAG, Contracts.LOCATION)))
            .build();

    private static final Declaration READ = CaseRequest.ofCase("One note.")
            .takes(PLACE)
            .answers(Answer.ok("The note.", CaseSchemas.NOTE).with(Contracts.ETAG))
            .build();

    private static final Declaration EDIT = CaseRequest.changing(
                    "Edits a note that was written by hand; its changes keep the former text.",
                    CaseSchemas.NOTE,
                    NOTE,
                    DETECTIVE)
            .under(AUDIT)
            .takes(PLACE)
            .build();

    private static final Declaration DELETE = CaseRequest.ofCase(
                    "Deletes a note that was written by hand; those after it move up, and a new one keeps it.")
            .under(AUDIT)
            .takes(PLACE)
            .under(Contracts.CHANGING_VERSION)
            .answers(Contracts.changed(Answer.empty(204, "It is deleted.").with(Contracts.ETAG)))
            .build();

    private final CaseServices services;

    /** Creates the endpoints on these services. */
    @Activate
    public Notes(@Reference CaseServices services) {
        this.services = services;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                adding("/api/tasks/:id/investigation-note", "investigation_note"),
                adding("/api/tasks/:id/notes", "add"),
                listing("/api/tasks/:id/notes", "list", "The notes of a case, in full.", CaseSchemas.NOTE, this::list),
                listing(
                        "/api/tasks/:id/notes/index",
                        "index",
                        "The notes of a case, as previews.",
                        NoteIndex.ENTRY,
                        this::index),
                Member.get("/api/tasks/:id/notes/:idx", "read", READ, Endpoint.item(this::read)),
                Member.patch("/api/tasks/:id/notes/:idx", "edit", EDIT, Endpoint.item(this::edit)),
                Member.delete("/api/tasks/:id/notes/:idx", "delete", DELETE, Endpoint.item(this::delete)));
    }

    private Member adding(String path, String name) {
        return Member.post(path, name, ADD, Endpoint.item(this::add));
    }

    private static Member listing(String path, String name, String sentence, Schema item, Member.Handler handler) {
        return Member.get(
                path,
                name,
                CaseRequest.ofCase(sentence)
                        .under(Contracts.LISTING)
                        .under(Field.query(START, END))
                        .answers(Answer.ok(sentence, Schema.list(item)).with(Contracts.ETAG, TOTAL, NEXT))
                        .build(),
                Endpoint.list(handler));
    }

    // @req:note-add
    private Outcome add(Input input) {
        Form form = Form.body(input);
        String content = NOTE.in(form);
        String author = Principal.author(input, form, "detective", CaseLimits.NAME);
        form.check();
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.openForNote(id(input));
            Versions.check(
                    input,
                    open.version(),
                    () -> CaseStore.get(mutation.transaction(), open.id()).toData());
            Note note = open.note(EventType.NOTE_ADDED, content, author);
            int index = open.noteCount() - 1;
            return Versions.tagged(
                    Reply.created("/api/tasks/" + open.id() + "/notes/" + index, note.toData()),
                    open.task().version());
        });
    }

    // @req:note-list
    private Outcome list(Input input) {
        return part(input, false);
    }

    // @req:note-index
    private Outcome index(Input input) {
        return part(input, true);
    }

    /** Replies with the bare array and the address of the next page. */
    private Reply part(Input input, boolean previews) {
        Form query = Form.query(input);
        Long start = START.in(query);
        Long end = END.in(query);
        query.check();
        long from = start == null ? 0 : start;
        long limit = end == null ? ListRequest.MOST : Math.max(0, Math.min(end - from, ListRequest.MOST));
        NoteRows.Part some = present(
                input,
                services.database().read(transaction -> NoteRows.range(transaction, id(input), from, limit, previews)));
        ListBuilder items = Data.listBuilder();
        for (int i = 0; i < some.notes().size(); i++) {
            Note note = some.notes().get(i);
            items.add(previews ? NoteIndex.entry(from + i, note, some.lengths().get(i)) : note.toData());
        }
        Reply reply = Versions.tagged(Reply.ok(items.build()), some.version())
                .header("X-Total-Count", Integer.toString(some.total()));
        long next = from + some.notes().size();
        boolean more = next > from && next < some.total() && (end == null || next < end);
        return more
                ? reply.header("Link", "<" + PageAddress.of(input, "start", Long.toString(next)) + ">; rel=\"next\"")
                : reply;
    }

    private static NoteRows.Part present(Input input, NoteRows.@Nullable Part some) {
        if (some == null) {
            throw Refusal.notFound("case", id(input));
        }
        return some;
    }

    private Outcome read(Input input) {
        String address = input.params().text("idx");
        NoteRows.Part some = present(input, services.database().read(transaction -> {
            if (CaseLimits.NOTE_ID.matcher(address).matches()) {
                return NoteRows.byId(transaction, id(input), address);
            }
            return NoteRows.range(transaction, id(input), NoteIndex.index(address), 1, false);
        }));
        if (some.notes().isEmpty()) {
            throw NoteIndex.missing(address, some.total());
        }
        return Versions.tagged(Reply.ok(some.notes().getFirst().toData()), some.version());
    }

    // @req:note-edit
    private Outcome edit(Input input) {
        Form form = Form.body(input);
        String content = NOTE.in(form);
        String editor = Principal.author(input, form, "detective", CaseLimits.NAME);
        form.check();
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            Note note = NoteIndex.find(open, input.params().text("idx"));
            mutation.who().checkEdit(note);
            Note now = content.equals(note.content()) ? note : open.edit(note, content, editor);
            return Versions.tagged(Reply.ok(now.toData()), open.task().version());
        });
    }

    // @req:note-delete
    private Outcome delete(Input input) {
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            Note note = NoteIndex.find(open, input.params().text("idx"));
            mutation.who().checkEdit(note);
            int index = open.notes().indexOf(note);
            open.remove(note);
            var old =
                    Data.mapBuilder().put("index", index).putAll(note.toData()).build();
            open.note(
                    EventType.FIELD_UPDATED,
                    "Deleted note " + index + " (" + note.noteId() + ")",
                    mutation.actor(),
                    Data.list(Data.map("field", TaskField.INVESTIGATION_NOTES.wireName(), "old", old, "new", null)));
            return Versions.tagged(Reply.empty(204), open.task().version());
        });
    }
}
