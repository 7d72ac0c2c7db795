package io.precinct.cases.resume;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseChecklists;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.TaskField;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Principal;
import io.precinct.tools.api.TokenEstimate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * Endpoint that returns the working context of a principal in one response of bounded length, for clients without
 * memory, such as language models. Stateless, hence thread-safe.
 */
@Component
@FamilyName("resume")
public final class Resume implements BoundaryFamily {
    private static final int LEAST = 200;
    private static final int MOST = 20_000;
    private static final int USUAL = 600;

    /** Number of cases and of notes that are read. */
    private static final int READ = 200;

    private static final int EVENTS = 500;

    /** From this budget on, an answer has more elements rather than longer texts. */
    private static final int LONGEST_TEXTS = 2000;

    /** The smallest share of the budget to which a text of the current case is shortened. */
    private static final int SHORTEST = 64;

    /** Tokens for the names of the lists. */
    private static final int LISTS = 25;

    private static final String FURTHER = "there is more than any budget brings: list it";

    private static final Schema COUNT = Schema.integer().atLeast(0);
    private static final Schema BRIEF = Schema.object()
            .with("id", CaseSchemas.CASE_ID)
            .with("label", Schema.text())
            .with("status", Schema.oneOf(CaseStatus.NAMES));

    private static final Declaration READING = Declaration.terminal()
            .describedAs("Where a detective was: current case, stack, notes, open list items, changes since an event.")
            .under(Contracts.READING)
            .under(Contracts.PRINCIPAL)
            .takes(
                    Parameter.query("budget", Schema.integer().atLeast(LEAST).atMost(MOST))
                            .describedAs("About how many tokens the answer may have, " + USUAL + " by default."),
                    Parameter.query("since", COUNT)
                            .describedAs("The event after which changes are told, as the last answer named it."))
            .answers(Answer.ok(
                    "What fits; texts may be shortened.",
                    Schema.object()
                            .with("event", COUNT.describedAs("For since, next time."))
                            .with(
                                    "current",
                                    BRIEF.with(TaskField.VERSION.wireName(), TaskField.VERSION.served())
                                            .with(TaskField.PRIORITY.wireName(), Schema.integer())
                                            .optionally(TaskField.DUE_DATE.wireName(), Schema.text())
                                            .optionally(TaskField.NOTES.wireName(), Schema.text())
                                            .optionally(TaskField.CURRENT_RESUME.wireName(), Schema.text())
                                            .orNull())
                            .with(
                                    "open_items",
                                    Schema.list(Schema.object()
                                            .with("list", Schema.text().describedAs("The slug of the list."))
                                            .with("index", COUNT)
                                            .with("item_id", Schema.text())
                                            .with("text", Schema.text())))
                            .with(
                                    "notes",
                                    Schema.list(Schema.object()
                                                    .with(Note.ID.name(), Schema.text())
                                                    .with("idx", COUNT)
                                                    .with("at", Schema.text())
                                                    .with("by", Schema.text())
                                                    .with("text", Schema.text()))
                                            .describedAs("The newest first."))
                            .with("stack", Schema.list(BRIEF).describedAs("Below the current case, the top first."))
                            .with(
                                    "changes",
                                    Schema.list(Schema.object()
                                                    .with("id", CaseSchemas.CASE_ID)
                                                    .optionally("label", Schema.text())
                                                    .optionally("status", Schema.oneOf(CaseStatus.NAMES))
                                                    .optionally("deleted", Schema.truth()))
                                            .describedAs("Cases that changed, the latest first."))
                            .optionally(
                                    "incomplete",
                                    Schema.text()
                                            .describedAs("Why the lists are not all that there is, at any budget."))
                            .with(
                                    "left_out",
                                    Schema.map(COUNT)
                                            .describedAs("How many more of each come with the largest budget."))))
            .build();

    private final CaseServices services;

    /** Not final: the bundle of another domain that provides it may be swapped while this bundle serves. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable CaseChecklists checklists;

    /** Creates the endpoint on these services. */
    @Activate
    public Resume(@Reference CaseServices services) {
        this.services = services;
    }

    /** Creates the endpoint without a container. */
    public Resume(CaseServices services, CaseChecklists checklists) {
        this(services);
        this.checklists = checklists;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed, Member.get("/api/tasks/resume", "read", READING, Endpoint.item(this::read)));
    }

    // @req:resume-read
    private Outcome read(Input input) {
        Form query = Form.query(input);
        Long budget = query.integer("budget", LEAST, MOST);
        Long since = query.integer("since", 0, Long.MAX_VALUE);
        query.check();
        String principal = Principal.of(input);
        // read the events first, so that any later change is reported next time
        var feed = new Events.Feed(Mutation.TOPIC, principal);
        Events.Missed missed = services.events().missed(feed, since == null ? 0 : since, since == null ? 0 : EVENTS);
        Desk desk = services.database().read(transaction -> Desk.of(transaction, principal, READ));
        return Reply.ok(answer(desk, missed, since != null, budget == null ? USUAL : budget.intValue()));
    }

    private Map<String, @Nullable Object> answer(Desk desk, Events.Missed missed, boolean asked, int budget) {
        CaseChecklists known = checklists;
        Desk.Case current = desk.current();
        var reading = new Reading(
                desk,
                current == null || known == null ? List.of() : openItems(known.of(current.id())),
                asked ? changes(missed.newest()) : List.of(),
                missed.last());
        String incomplete = incomplete(known, asked && !missed.complete(), asked && missed.more());
        ResumePacking largest = reading.packed(MOST, incomplete);
        if (largest.isPartial()) {
            incomplete = incomplete == null ? FURTHER : incomplete + "; " + FURTHER;
            largest = reading.packed(MOST, incomplete);
        }
        return reading.packed(budget, incomplete).answer(largest);
    }

    /**
     * An item of a list that is not checked.
     *
     * @param list the slug of the list, which no other list of the case answers to
     */
    private record OpenItem(String list, CaseChecklists.Item item) {}

    private static List<OpenItem> openItems(List<CaseChecklists.Checklist> lists) {
        return lists.stream()
                .flatMap(list -> list.items().stream()
                        .filter(item -> !item.checked())
                        .map(item -> new OpenItem(list.slug(), item)))
                .toList();
    }

    /** The latest change of a case; the members are those of the event. */
    private record Change(String id, Map<?, ?> members) {}

    private static List<Change> changes(List<Events.Recorded> newest) {
        Map<String, Change> changes = new LinkedHashMap<>();
        for (Events.Recorded event : newest) {
            if (event.data().get("case") instanceof Map<?, ?> one && one.get("id") instanceof String id) {
                changes.putIfAbsent(id, new Change(id, one));
            }
        }
        return List.copyOf(changes.values());
    }

    /**
     * What was read for an answer.
     *
     * @param event the last event
     */
    private record Reading(Desk desk, List<OpenItem> items, List<Change> changes, long event) {
        /** Returns the answer that fits a budget. */
        ResumePacking packed(int budget, @Nullable String incomplete) {
            var brief = new Brief(budget);
            var packing = new ResumePacking(budget);
            packing.put("event", event);
            if (incomplete != null) {
                packing.put("incomplete", incomplete);
            }
            Desk.Case current = desk.current();
            packing.put("current", current == null ? null : brief.current(current, packing));
            List<Desk.Case> below = desk.below();
            packing.part("open_items", items, brief::item, false).take(2);
            packing.part("notes", desk.notes(), brief::note, desk.moreNotes()).take(1);
            packing.part("stack", below, brief::brief, desk.belowCount() > below.size())
                    .take(1);
            packing.part("changes", changes, brief::change, false).take(2);
            return packing.fill();
        }
    }

    private static @Nullable String incomplete(@Nullable CaseChecklists known, boolean gone, boolean older) {
        if (gone) {
            return "events after since are no longer kept: read the cases anew";
        }
        if (older) {
            return "older changes were not read";
        }
        return known == null ? "the knowledge graph with the lists is not there" : null;
    }

    /**
     * Shortens values to fit a response.
     *
     * @param tokens the budget of the whole response
     */
    private record Brief(int tokens) {
        /** Shortens a text to at most 1/{@code part} of the budget, or of {@link #LONGEST_TEXTS}. */
        private @Nullable String cut(@Nullable String text, int part) {
            if (text == null) {
                return null;
            }
            int share = Math.min(tokens, LONGEST_TEXTS);
            String line = ResumePacking.line(text);
            int most = share;
            String cut = ResumePacking.beginning(line, most);
            while (most > 0 && TokenEstimate.of(cut) > share / part) {
                most = most * 3 / 4;
                cut = ResumePacking.beginning(line, most);
            }
            return cut;
        }

        Map<String, @Nullable Object> brief(Desk.Case one) {
            return Data.map("id", one.id(), "label", cut(one.label(), 10), "status", one.status());
        }

        /** Shortens the texts of the current case until there is room for the names of what follows. */
        Map<String, @Nullable Object> current(Desk.Case one, ResumePacking packing) {
            int part = 8;
            Map<String, @Nullable Object> current = current(one, part);
            while (part < SHORTEST && !packing.fits(current, LISTS)) {
                part *= 2;
                current = current(one, part);
            }
            return current;
        }

        private Map<String, @Nullable Object> current(Desk.Case one, int part) {
            Map<String, @Nullable Object> all = new LinkedHashMap<>(brief(one));
            all.put("label", cut(one.label(), Math.max(10, part)));
            all.put(TaskField.VERSION.wireName(), one.version());
            all.put(TaskField.PRIORITY.wireName(), one.priority());
            all.put(TaskField.DUE_DATE.wireName(), one.dueDate());
            all.put(TaskField.NOTES.wireName(), cut(one.notes(), part));
            all.put(TaskField.CURRENT_RESUME.wireName(), cut(one.resume(), part));
            all.values().removeIf(java.util.Objects::isNull);
            return Data.freezeMap(all);
        }

        Map<String, @Nullable Object> note(Desk.BriefNote note) {
            return Data.map(
                    Note.ID.name(),
                    note.noteId(),
                    "idx",
                    note.index(),
                    "at",
                    Timestamps.text(note.at()),
                    "by",
                    cut(note.by(), 20),
                    "text",
                    cut(note.text(), 8));
        }

        /** The slug of the list is not shortened: the next request needs it. */
        Map<String, @Nullable Object> item(OpenItem one) {
            CaseChecklists.Item item = one.item();
            return Data.map(
                    "list", one.list(), "index", item.index(), "item_id", item.itemId(), "text", cut(item.text(), 10));
        }

        Map<String, @Nullable Object> change(Change change) {
            Map<?, ?> members = change.members();
            return members.containsKey("deleted")
                    ? Data.map("id", change.id(), "deleted", true)
                    : Data.map(
                            "id", change.id(),
                            "label", cut(String.valueOf(members.get("label")), 10),
                            "status", members.get("status"));
        }
    }
}
