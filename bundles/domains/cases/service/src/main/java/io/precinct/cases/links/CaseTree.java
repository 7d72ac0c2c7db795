package io.precinct.cases.links;

import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.ofCase;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseChecklists;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.Child;
import io.precinct.cases.record.Parents;
import io.precinct.cases.record.Progress;
import io.precinct.cases.record.Relation;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Resource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * Endpoints for the children of a case and for the progress of a case and its descendants. Stateless, hence
 * thread-safe.
 */
@Component
@FamilyName("tree")
public final class CaseTree implements BoundaryFamily {
    /** Sorts by the time when a case became a child, which its relation stores. */
    private static final List<String> SORTS = List.of(Relation.CREATED_AT.name());

    /** Orders children by their key, which is also the key of a cursor. */
    private static final Comparator<List<String>> BY_KEY =
            Comparator.<List<String>, String>comparing(List::getFirst).thenComparing(List::getLast);

    private record Item(Child child, Progress progress) {}

    private static final Resource<Item> ITEM = Child.RESOURCE
            .from(Item::child)
            .with(Property.of("progress", Progress.RESOURCE, Item::progress))
            .named("Child");

    private final CaseServices services;

    /** Not final: the bundle of another domain that provides it may be swapped while this bundle serves. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable CaseChecklists checklists;

    /** Creates the endpoints on these services. */
    @Activate
    public CaseTree(@Reference CaseServices services) {
        this.services = services;
    }

    /** Creates the endpoints without a container. */
    public CaseTree(CaseServices services, @Nullable CaseChecklists checklists) {
        this(services);
        this.checklists = checklists;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.get(
                        "/api/tasks/:id/children",
                        "children",
                        ofCase("The direct children of a case with their progress, the newest last.")
                                .under(ListRequest.contract("The children.", SORTS, ITEM.schema()))
                                .build(),
                        Endpoint.list(this::children)),
                Member.get(
                        "/api/tasks/:id/progress",
                        "progress",
                        ofCase("How many of the cases below a case and of their checklist items are done.")
                                .answers(Answer.ok("The counts.", Progress.RESOURCE.schema()))
                                .build(),
                        Endpoint.item(this::progress)));
    }

    // @req:case-progress
    private Outcome progress(Input input) {
        Form.query(input).check();
        String id = id(input);
        CountedTrees trees = services.database().read(transaction -> {
            checkExists(transaction, id);
            return CountedTrees.of(transaction, List.of(id));
        });
        return Reply.ok(Progress.RESOURCE.view(
                Objects.requireNonNull(trees.progress(checklists).get(id))));
    }

    private static void checkExists(Transaction transaction, String id) {
        if (CaseStore.existing(transaction, List.of(id)).isEmpty()) {
            throw Refusal.notFound("case", id);
        }
    }

    private record Page(List<Child> shown, long total, boolean more, CountedTrees trees) {}

    // @req:case-children
    private Outcome children(Input input) {
        Form query = Form.query(input);
        ListRequest asked = ListRequest.of(query, SORTS, ITEM.names());
        List<String> after = after(query, asked);
        query.check();
        String id = id(input);
        Page page = services.database().read(transaction -> {
            checkExists(transaction, id);
            return page(transaction, Parents.children(transaction, id), after, asked);
        });
        Map<String, Progress> progress = page.trees.progress(checklists);
        List<Item> items = page.shown.stream()
                .map(child -> new Item(child, Objects.requireNonNull(progress.get(child.caseId()))))
                .toList();
        return asked.reply(input, ITEM.views(items), page.total, page.more ? key(page.shown.getLast()) : null);
    }

    private static Page page(
            Transaction transaction, List<Child> oldestFirst, @Nullable List<String> after, ListRequest asked) {
        List<Child> all = asked.descending() ? oldestFirst.reversed() : oldestFirst;
        Comparator<List<String>> order = asked.descending() ? BY_KEY.reversed() : BY_KEY;
        List<Child> left = after == null
                ? all
                : all.stream()
                        .filter(child -> order.compare(key(child), after) > 0)
                        .toList();
        List<Child> shown = left.subList(0, Math.min(left.size(), asked.limit()));
        List<String> ids = shown.stream().map(Child::caseId).toList();
        return new Page(shown, all.size(), shown.size() < left.size(), CountedTrees.of(transaction, ids));
    }

    private static List<String> key(Child child) {
        return List.of(Timestamps.text(child.createdAt()), child.caseId());
    }

    private static @Nullable List<String> after(Form query, ListRequest asked) {
        List<@Nullable Object> after = asked.after();
        if (after == null) {
            return null;
        }
        if (after.size() == 2 && after.getFirst() instanceof String time && after.getLast() instanceof String id) {
            return List.of(time, id);
        }
        query.fault(ListRequest.FOREIGN_CURSOR);
        return null;
    }
}
