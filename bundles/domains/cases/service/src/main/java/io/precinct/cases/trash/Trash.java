package io.precinct.cases.trash;

import static io.precinct.cases.CaseRequest.WITHOUT_LISTS;
import static io.precinct.cases.CaseRequest.changing;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.tagged;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.background.BackgroundWork;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseContext;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.DepartedContent;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.FieldRules.Whole;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.RestoredRelations;
import io.precinct.cases.record.TaskField;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Condition;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Table;
import io.precinct.rest.api.Versions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Endpoints that list deleted cases and restore them. A lead sees and restores all of them, everybody else those that
 * they have deleted themselves. A case whose time is over is removed; its id, its last version, and who deleted it and
 * when stay. Stateless but for the thread that removes cases, hence thread-safe.
 */
@Component
@FamilyName("trash")
public final class Trash implements BoundaryFamily {
    private static final Duration EMPTYING = Duration.ofHours(1);

    private static final int AT_ONCE = 1000;

    private static final List<String> SORTS = List.of("-" + Departure.DELETED_AT.name());

    private static final String EMPTY = "UPDATE cases.departure SET label = NULL, detective = NULL, content = NULL"
            + " WHERE id IN (SELECT id FROM cases.departure WHERE content IS NOT NULL AND deleted_at <= ? LIMIT ?)";

    private final CaseServices services;
    private final TrashSettings settings;
    private final BackgroundWork emptying;

    /** Creates the endpoints on these services, and starts to empty the trash. */
    @Activate
    public Trash(@Reference CaseServices services, @Reference TrashSettings settings) {
        this.services = services;
        this.settings = settings;
        this.emptying = BackgroundWork.every(EMPTYING, "precinct-trash", this::empty);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.get(
                        "/api/tasks/trash",
                        "list",
                        Declaration.terminal()
                                .describedAs("Lists deleted cases that can be restored, the last deleted first.")
                                .under(Contracts.PRINCIPAL)
                                .under(ListRequest.contract("The deleted cases.", SORTS, Departure.RESOURCE.schema()))
                                .build(),
                        Endpoint.list(this::list)),
                Member.post(
                        "/api/tasks/:id/restore",
                        "restore",
                        changing(
                                        "Restores a deleted case with its notes, checklists and relations.",
                                        CaseSchemas.RESTORED)
                                .answers(WITHOUT_LISTS)
                                .build(),
                        Endpoint.item(this::restore)));
    }

    // @req:case-trash
    private Reply list(Input input) {
        Form query = Form.query(input);
        ListRequest asked = ListRequest.of(query, SORTS, Departure.RESOURCE.names());
        query.check();
        Actor actor = Actor.of(input);
        Duration kept = settings.kept();
        Condition mine = actor.changesAll()
                ? Condition.of("content IS NOT NULL AND deleted_at > :since")
                : Condition.of("content IS NOT NULL AND deleted_at > :since AND deleted_by = :by")
                        .bind("by", actor.name());
        Condition now = mine.bind("since", Instant.now().minus(kept));
        return asked.reply(
                input,
                services.database().read(transaction -> Departure.table(kept).page(transaction, asked, now)),
                Departure.RESOURCE);
    }

    private record Found(Departure departure, DepartedContent content) {}

    // @req:case-trash
    private Outcome restore(Input input) {
        Form.body(input).check();
        String id = id(input);
        if (!CaseLimits.CASE_ID.matcher(id).matches()) {
            throw notThere(id);
        }
        return services.mutate(input, mutation -> {
            CaseStore.lockForCreation(mutation.transaction(), id);
            Found found = find(mutation.transaction(), id);
            List<String> partners = found.content.partners();
            mutation.openAll(partners);
            if (mutation.openIfThere(id) != null) {
                throw Refusal.of(409, "case_exists", "there is a case " + id + " already", "id", id);
            }
            mutation.who().checkRestoring(id, found.departure.deletedBy());
            // the version that the trash lists; there is no case to show as the current one
            Versions.check(input, found.departure.version(), () -> null);
            List<Map<String, @Nullable Object>> lost = new ArrayList<>();
            OpenCase fresh = restored(mutation, found, lost);
            return tagged(Reply.ok(CaseContext.with(fresh.withNotes().toData(), lost)), fresh.task());
        });
    }

    private Found find(Transaction transaction, String id) {
        Duration kept = settings.kept();
        Table<Departure> table = Departure.table(kept);
        return transaction
                .select(
                        table.select() + " WHERE id = ? AND content IS NOT NULL AND deleted_at > ? FOR UPDATE",
                        id,
                        Instant.now().minus(kept))
                .map((row, context) ->
                        new Found(table.map(row, context), DepartedContent.stored(row.getString("content"))))
                .findOne()
                .orElseThrow(() -> notThere(id));
    }

    private static Refusal notThere(String id) {
        return Refusal.of(404, "not_in_trash", "there is no deleted case " + id + " that could be restored", "id", id);
    }

    private OpenCase restored(Mutation mutation, Found found, List<Map<String, @Nullable Object>> lost) {
        DepartedContent content = found.content;
        String id = found.departure.id();
        Form form = Form.of(content.task());
        Whole whole = FieldRules.whole(form, Actor.local(mutation.actor()));
        form.check();
        OpenCase fresh = mutation.restore(id, whole.values(), whole.createdAt());
        whole.notes().forEach(fresh::append);
        if (content.node() != null) {
            services.lists().replace(mutation.transaction(), id, content.node(), null);
        }
        Relations.namedBefore(mutation, id);
        lost.addAll(RestoredRelations.write(mutation, id, content.relations(), services.relationTypes(), true)
                .refused());
        for (String partner : content.linkedBy()) {
            relink(mutation, partner, id, lost);
        }
        if (content.nodeUnknown()) {
            lost.add(CaseContext.notRestored("its checklists, which no bundle provided when it was deleted"));
        }
        fresh.note(
                EventType.FIELD_UPDATED,
                "Restored from the trash; " + found.departure.deletedBy() + " had deleted it on "
                        + Timestamps.text(found.departure.deletedAt())
                        + (lost.isEmpty()
                                ? ""
                                : ". Not restored: "
                                        + lost.stream()
                                                .map(one -> String.valueOf(one.get("message")))
                                                .collect(Collectors.joining("; "))));
        return fresh;
    }

    /** Puts the restored case back into the links of another. */
    private static void relink(Mutation mutation, String partner, String id, List<Map<String, @Nullable Object>> lost) {
        OpenCase open = mutation.held(partner);
        if (open == null) {
            lost.add(CaseContext.notRestored("the link from " + partner + ", which is deleted"));
            return;
        }
        List<String> links = new ArrayList<>(open.values().texts(TaskField.CASE_LINKS));
        if (links.contains(id)) {
            return;
        }
        if (links.size() >= CaseLimits.ELEMENTS) {
            lost.add(CaseContext.notRestored(
                    "the link from " + partner + ", which has " + links.size() + " links, the most that there may be"));
            return;
        }
        links.add(id);
        open.set(TaskField.CASE_LINKS, links);
        open.note(EventType.FIELD_UPDATED, "Restored, hence linked again: " + id);
    }

    /** Removes what the trash has kept long enough. */
    private void empty() {
        Instant before = Instant.now().minus(settings.kept());
        while (services.database().write(transaction -> transaction.execute(EMPTY, before, AT_ONCE)) == AT_ONCE) {
            // more remain
        }
    }

    /** Stops the thread. */
    @Deactivate
    public void close() {
        emptying.close();
    }
}
