package io.precinct.cases.register;

import static io.precinct.cases.CaseRequest.WITHOUT_LISTS;
import static io.precinct.cases.CaseRequest.acting;
import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.changing;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.ofCase;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseRoles;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.export.SentArtifact;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.DepartedContent;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.NewIds;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import io.precinct.cases.stack.Stacks;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import java.util.LinkedHashSet;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints that create, read, patch, replace, delete, pin and touch cases. Stateless, hence thread-safe. */
@Component
@FamilyName("tasks")
public final class CaseEndpoints implements BoundaryFamily {
    /** The body limit in bytes: a case is put with all of its notes. */
    private static final long WHOLE_CASE = 32L << 20;

    private static final int MOST_IDS = 500;

    private static final Answer CREATED = Contracts.changed(
            Answer.of(201, "The case that was created.", CaseSchemas.WHOLE).with(Contracts.ETAG, Contracts.LOCATION));

    private static final Answer IMPORTED =
            Contracts.changed(Answer.of(201, "The case that was created.", CaseSchemas.RESTORED)
                    .with(Contracts.ETAG, Contracts.LOCATION));

    private static final Declaration CREATE =
            acting("Creates a case.", CaseFields.NEW).answers(CREATED).build();

    private static final Declaration READ = ofCase("A case with its notes.")
            .answers(Answer.ok("The case.", CaseSchemas.WHOLE).with(Contracts.ETAG))
            .build();

    private static final Declaration PATCH = changing(
                    "Changes fields of a case (JSON Merge Patch).", CaseSchemas.ENDED, CaseFields.PATCH)
            .answers(WITHOUT_LISTS)
            .build();

    private static final Declaration REPLACE = changing(
                    "Replaces a case, or creates it under this id; an exported artifact replaces its checklists, too.",
                    CaseSchemas.RESTORED,
                    Schema.anyOf(CaseFields.REPLACEMENT, SentArtifact.SCHEMA))
            .takes(Parameter.header("If-None-Match", Schema.oneOf("*")).describedAs("Only where there is none yet."))
            .answers(IMPORTED, WITHOUT_LISTS)
            .build();

    private static final Declaration DELETE = ofCase("Deletes a case.")
            .under(Contracts.CHANGING_VERSION)
            .answers(Contracts.changed(Answer.empty(204, "It is deleted.")))
            .build();

    private static final Declaration DELETE_ALL = acting(
                    "Deletes up to 500 cases.",
                    Field.body(Field.texts("ids", MOST_IDS, 200).required()))
            .answers(Contracts.changed(Answer.ok(
                    "What became of each.",
                    Schema.object()
                            .with(
                                    "results",
                                    Schema.list(Schema.object()
                                            .with("id", Schema.text())
                                            .with("status", Schema.oneOf("deleted", "not_found")))))))
            .build();

    private final CaseServices services;
    private final CaseReplacement replacement;
    private final CasePatch patch;

    /** Creates the endpoints on these services. */
    @Activate
    public CaseEndpoints(@Reference CaseServices services) {
        this.services = services;
        this.replacement = new CaseReplacement(services);
        this.patch = new CasePatch(services);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.post("/api/tasks", "create", CREATE, Endpoint.item(this::create)),
                Member.get("/api/tasks/:id", "read", READ, Endpoint.item(this::read)),
                Member.patch("/api/tasks/:id", "patch", PATCH, Endpoint.item(patch::patch)),
                Member.on(
                        RouteDeclaration.of("put", "/api/tasks/:id")
                                .withBodyLimit(WHOLE_CASE)
                                .permitting(CaseRoles.REPLACING),
                        "replace",
                        REPLACE,
                        Endpoint.item(replacement::put)),
                Member.delete("/api/tasks/:id", "delete", DELETE, Endpoint.item(this::delete)),
                Member.on(
                        RouteDeclaration.of("delete", "/api/tasks/bulk").permitting(CaseRoles.LEADING),
                        "bulk_delete",
                        DELETE_ALL,
                        Endpoint.item(this::deleteAll)),
                Member.post(
                        "/api/tasks/:id/pin",
                        "pin",
                        changing("Pins a case.").build(),
                        Endpoint.item(input -> pin(input, true))),
                Member.post(
                        "/api/tasks/:id/unpin",
                        "unpin",
                        changing("Unpins a case.").build(),
                        Endpoint.item(input -> pin(input, false))),
                Member.post(
                        "/api/tasks/:id/touch",
                        "touch",
                        changing("Sets last_viewed and nothing else.").build(),
                        Endpoint.item(this::touch)));
    }

    // @req:case-create
    private Outcome create(Input input) {
        Form form = Form.body(input);
        Values values = FieldRules.fresh(form, Actor.of(input), services.people());
        String resolution = values.status() == CaseStatus.COMPLETED
                ? CaseFields.RESOLUTION.in(form)
                : CaseFields.noResolution(form);
        form.check();
        return services.mutate(input, mutation -> {
            Relations.checkTargets(mutation, form.value(TaskField.CASE_LINKS.wireName()), List.of());
            OpenCase fresh = mutation.create(NewIds.task(), values);
            fresh.note(EventType.CASE_CREATED, "Case created");
            if (resolution != null) {
                fresh.note(EventType.CLOSED, resolution);
            }
            return created(fresh);
        });
    }

    /** Replies 201 with the case and its location. */
    static Reply created(OpenCase fresh) {
        return bare(fresh).status(201).header("Location", "/api/tasks/" + fresh.id());
    }

    // @req:case-read
    private Outcome read(Input input) {
        CaseWithNotes found = services.database().readAtOnce(transaction -> CaseStore.get(transaction, id(input)));
        return bare(found);
    }

    // @req:case-delete
    private Outcome delete(Input input) {
        String id = id(input);
        return services.mutate(input, mutation -> {
            Stacks stacks = holdingLinked(mutation, List.of(id));
            OpenCase open = mutation.open(id);
            unchanged(input).accept(open);
            services.delete(mutation, List.of(id), DepartedContent.Via.DELETE);
            stacks.remove(List.of(id));
            stacks.tell("delete");
            return Reply.empty(204);
        });
    }

    /** Opens everything that changes together: the cases to delete, and the cases that lose their links to them. */
    private static Stacks holdingLinked(Mutation mutation, List<String> ids) {
        return Stacks.holding(mutation, ids, Relations.partners(mutation.transaction(), ids));
    }

    // @req:case-bulk-delete
    private Outcome deleteAll(Input input) {
        Form form = Form.body(input);
        List<String> asked = form.texts("ids", MOST_IDS, 200);
        if (form.value("ids") == null) {
            form.fault("ids", "required", "ids is required", null);
        }
        form.check();
        List<String> ids = asked == null ? List.of() : List.copyOf(new LinkedHashSet<>(asked));
        return services.mutate(input, mutation -> {
            Stacks stacks = holdingLinked(mutation, ids);
            List<String> there = ids.stream()
                    .filter(id -> mutation.held(id) != null)
                    .sorted()
                    .toList();
            services.delete(mutation, there, DepartedContent.Via.BULK);
            ListBuilder results = Data.listBuilder();
            for (String id : ids) {
                OpenCase open = mutation.held(id);
                results.add(Data.map("id", id, "status", open == null ? "not_found" : "deleted"));
            }
            stacks.remove(ids);
            stacks.tell("delete");
            return Reply.ok(Data.map("results", results.build()));
        });
    }

    // @req:case-pin
    private Outcome pin(Input input, boolean pinned) {
        Form.body(input).check();
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            open.set(TaskField.PINNED, pinned);
            if (!open.changed().isEmpty()) {
                open.note(EventType.FIELD_UPDATED, pinned ? "Pinned" : "Unpinned");
            }
            return bare(open);
        });
    }

    /**
     * Sets {@code last_viewed} only. The case gets no new version, change time, note or event, and no listener is
     * called.
     */
    // @req:case-touch
    private Outcome touch(Input input) {
        Form.body(input).check();
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            mutation.also("UPDATE cases.task SET last_viewed = ? WHERE id = ?", mutation.at(), open.id());
            Task task = open.task();
            Task touched = task.with(task.values().with(TaskField.LAST_VIEWED, Timestamps.text(mutation.at())));
            return bare(new CaseWithNotes(touched, open.notes()));
        });
    }
}
