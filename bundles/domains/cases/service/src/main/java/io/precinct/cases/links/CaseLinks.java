package io.precinct.cases.links;

import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.cases.CaseServices;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.OneWay;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.Relation;
import io.precinct.cases.record.RelationTypes;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds, lists and removes the relations between two cases. Stateless, hence thread-safe. */
final class CaseLinks {
    static final Field<String> RELATED =
            Field.requiredText("related_task_id", 200).example("task-01890a5d-ac96-774b-bcce-b302099a8058");
    static final Field<@Nullable String> RELATIONSHIP = Field.text("relationship_type", CaseLimits.NAME)
            .describedAs("One of " + String.join(", ", RelationTypes.BUILT_IN.names())
                    + ", or a type that cases.yml declares.")
            .example("blocks");
    static final Field<@Nullable String> REASON = Field.markdown("reason", CaseLimits.MARKDOWN / 2);

    static final List<String> SORTS = List.of(Relation.CREATED_AT.name());

    private final CaseServices services;

    CaseLinks(CaseServices services) {
        this.services = services;
    }

    // @req:link-relations
    Outcome list(Input input) {
        Form query = Form.query(input);
        ListRequest page = ListRequest.of(query, SORTS, Relation.RESOURCE.names());
        query.check();
        String id = id(input);
        List<Relation> oldestFirst = services.database().read(transaction -> {
            if (CaseStore.existing(transaction, List.of(id)).isEmpty()) {
                throw Refusal.notFound("case", id);
            }
            return Relations.of(transaction, id);
        });
        List<Relation> all = page.descending() ? oldestFirst.reversed() : oldestFirst;
        int from = after(page, all);
        int to = Math.min(all.size(), from + page.limit());
        return page.reply(
                input,
                Relation.RESOURCE.views(all.subList(from, to)),
                all.size(),
                to < all.size() ? key(all.get(to - 1)) : null);
    }

    private static List<String> key(Relation relation) {
        return List.of(relation.caseId(), relation.type(), relation.direction());
    }

    /** Returns the index after the last relation of the previous page, or 0 if that relation no longer exists. */
    private static int after(ListRequest page, List<Relation> all) {
        for (int i = 0; i < all.size(); i++) {
            if (key(all.get(i)).equals(page.after())) {
                return i + 1;
            }
        }
        return 0;
    }

    // @req:link-case
    Outcome link(Input input) {
        String id = id(input);
        Form form = Form.body(input);
        String related = RELATED.in(form);
        String given = RELATIONSHIP.in(form);
        String said = REASON.in(form);
        if (related.equals(id)) {
            form.fault(RELATED.name(), "bounds", "a case is not linked to itself", null);
        }
        RelationTypes types = services.relationTypes();
        RelationTypes.Side side =
                types.read(form, RELATIONSHIP.name(), given == null || given.isBlank() ? Relation.RELATED : given);
        form.check();
        String reason = said == null || said.isBlank() ? null : said;
        String how =
                (given == null || given.isBlank() ? "" : " (" + given + ")") + (reason == null ? "" : ": " + reason);
        return services.mutate(input, mutation -> {
            mutation.openAll(List.of(id, related));
            OpenCase open = mutation.open(id);
            OpenCase other = mutation.openIfThere(related);
            if (other == null) {
                throw Refusal.invalid(List.of(Relations.unknown("/" + RELATED.name(), related)));
            }
            unchanged(input).accept(open);
            Relation wanted = said(related, side, reason, mutation);
            relate(mutation, types, open, other, wanted, how);
            return bare(open);
        });
    }

    private static Relation said(String related, RelationTypes.Side side, @Nullable String reason, Mutation mutation) {
        return new Relation(
                related, side.type(), reason, side.out() ? Relation.OUT : Relation.IN, mutation.actor(), mutation.at());
    }

    private static void relate(
            Mutation mutation, RelationTypes types, OpenCase open, OpenCase other, Relation wanted, String how) {
        Relation known = between(mutation, open.id(), other.id()).stream()
                .filter(relation -> types.same(wanted, relation))
                .findFirst()
                .orElse(null);
        Relation now = known == null || wanted.reason() == null ? known : known.because(wanted.reason());
        if (now == null) {
            bounded(mutation, open);
            bounded(mutation, other);
            OneWay oneWay = OneWay.of(wanted.type());
            if (oneWay != null) {
                oneWay.check(
                        mutation.transaction(),
                        wanted.isOut() ? open.id() : other.id(),
                        wanted.isOut() ? other.id() : open.id());
            }
            Relations.giveWay(mutation, open.id(), other.id());
            Relations.add(mutation, open.id(), wanted);
            now = wanted;
        } else if (!now.equals(known)) {
            Relations.explain(mutation, open.id(), now);
        }
        boolean changed = !now.equals(known);
        EventType type = known == null ? EventType.CASE_LINKED : EventType.FIELD_UPDATED;
        link(open, other.id(), type, how, changed ? List.of(Relation.change(known, now)) : List.of());
        Relation back = now.seenFromOther(open.id());
        Relation knownBack = known == null ? null : known.seenFromOther(open.id());
        link(other, open.id(), type, how, changed ? List.of(Relation.change(knownBack, back)) : List.of());
    }

    private static List<Relation> between(Mutation mutation, String id, String other) {
        return Relations.of(mutation.transaction(), id).stream()
                .filter(relation -> relation.caseId().equals(other))
                .toList();
    }

    private static void bounded(Mutation mutation, OpenCase open) {
        if (Relations.of(mutation.transaction(), open.id()).size() >= CaseLimits.ELEMENTS) {
            throw Refusal.invalid(
                    "/" + RELATED.name(),
                    "bounds",
                    open.id() + " has " + CaseLimits.ELEMENTS + " relations already",
                    null);
        }
    }

    private static void link(
            OpenCase open, String to, EventType type, String how, List<Map<String, @Nullable Object>> changes) {
        List<String> links = open.values().texts(TaskField.CASE_LINKS);
        boolean listed = links.contains(to);
        if (!listed && links.size() >= CaseLimits.ELEMENTS) {
            throw Refusal.invalid(
                    "/" + RELATED.name(),
                    "bounds",
                    open.id() + " has " + CaseLimits.ELEMENTS + " case links already",
                    null);
        }
        if (!listed) {
            open.set(TaskField.CASE_LINKS, CaseEdits.plus(links, to));
            open.note(EventType.CASE_LINKED, "Linked to " + to + how, changes);
        } else if (!changes.isEmpty()) {
            open.note(
                    type,
                    (type == EventType.CASE_LINKED ? "Linked to " : "Another reason of the link to ") + to + how,
                    changes);
        }
    }

    // @req:link-removal
    Outcome unlink(Input input) {
        String id = id(input);
        Form form = Form.body(input);
        String related = RELATED.in(form);
        String given = RELATIONSHIP.in(form);
        form.check();
        String type = given == null || given.isBlank() ? null : given;
        RelationTypes types = services.relationTypes();
        return services.mutate(input, mutation -> {
            mutation.openAll(List.of(id, related));
            OpenCase open = mutation.open(id);
            OpenCase other = mutation.openIfThere(related);
            unchanged(input).accept(open);
            List<Relation> all = between(mutation, id, related);
            List<Relation> off = type == null
                    ? all
                    : all.stream()
                            .filter(relation -> type.equals(types.name(relation)))
                            .toList();
            // the id may be in one list only: of a deleted case, or of a case whose own list lost its entry
            boolean listed = type == null && (lists(open, related) || other != null && lists(other, id));
            if (off.isEmpty() && !listed) {
                throw Refusal.notFound("relation", related);
            }
            off.forEach(relation -> Relations.remove(mutation, id, relation));
            boolean none = off.size() == all.size();
            unlink(open, related, off, none);
            if (other != null) {
                unlink(
                        other,
                        id,
                        off.stream().map(relation -> relation.seenFromOther(id)).toList(),
                        none);
            }
            return bare(open);
        });
    }

    private static boolean lists(OpenCase open, String id) {
        return open.values().texts(TaskField.CASE_LINKS).contains(id);
    }

    private static void unlink(OpenCase open, String from, List<Relation> off, boolean none) {
        if (none) {
            open.set(TaskField.CASE_LINKS, CaseEdits.minus(open.values().texts(TaskField.CASE_LINKS), from));
        }
        List<Map<String, @Nullable Object>> changes = new ArrayList<>();
        off.forEach(relation -> changes.add(Relation.change(relation, null)));
        if (!changes.isEmpty() || !open.changed().isEmpty()) {
            String types = none
                    ? ""
                    : " ("
                            + String.join(
                                    ", ",
                                    off.stream().map(Relation::type).distinct().toList()) + ")";
            open.note(EventType.FIELD_UPDATED, "Unlinked from " + from + types, changes);
        }
    }
}
