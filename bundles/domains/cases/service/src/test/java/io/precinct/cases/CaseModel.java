package io.precinct.cases;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model of the specification of cases, stacks and roles, made of lists and strings. The current {@link #actor}
 * performs each operation; the operation returns the expected response. A refused operation leaves the model unchanged.
 */
final class CaseModel {
    private static final List<String> WORKING = List.of("detective", "lead");

    /**
     * A user of cases.
     *
     * @param role the role of a signed-in user, or empty without a role; null for a client of the internal listener
     */
    record Person(String name, @Nullable String role) {
        boolean signedIn() {
            return role != null;
        }

        private boolean works() {
            return role == null || role.isEmpty() || WORKING.contains(role);
        }

        private boolean writesForOthers() {
            return role == null || role.equals("sync");
        }

        private boolean changesAll() {
            return writesForOthers() || "lead".equals(role);
        }

        private boolean mayChange(Case one) {
            return one.owner == null || one.owner.equals(name) || changesAll();
        }
    }

    /**
     * The expected response to an operation.
     *
     * @param code the error code of a refusal because of a role or of the kind of a note, else null
     * @param roles the roles that are sufficient
     */
    record Expected(int status, @Nullable String code, List<String> roles) {
        static final Expected AUDIT_NOTE = new Expected(403, "audit_note", List.of());

        static Expected status(int status) {
            return new Expected(status, null, List.of());
        }

        static Expected oneOf(String... roles) {
            return new Expected(403, "role_required", List.of(roles));
        }

        boolean refused() {
            return status >= 400;
        }
    }

    private static final Expected DONE = Expected.status(200);
    private static final Expected FOR_A_LEAD = Expected.oneOf("lead");

    /**
     * A note.
     *
     * @param event the event that it records
     * @param author its author
     * @param redacted whether its text was redacted
     */
    record Written(String event, String author, boolean redacted) {
        Written(String event, String author) {
            this(event, author, false);
        }

        boolean isHandWritten() {
            return event.equals("note_added");
        }
    }

    /** A deleted case, and who deleted it. */
    private record Deleted(Case one, String by) {}

    /** A case. */
    final class Case {
        String status;
        String label = "x";

        @Nullable
        String owner;

        long version = 1;
        boolean pinned;
        boolean resolved;
        final Set<String> memories = new HashSet<>();
        final List<Written> notes = new ArrayList<>();

        Case(String status, @Nullable String owner) {
            this.status = status;
            this.owner = owner;
            notes.add(new Written("case_created", actor.name));
        }

        /** Continues the versions of a deleted case with the same id. */
        Case after(Case deleted) {
            version = deleted.version + 1;
            return this;
        }

        private void noted(String event) {
            version++;
            notes.add(new Written(event, actor.name));
            resolved &= !event.equals("resumed");
        }

        /** Takes a late resolution for a case that was completed without one. */
        private Expected resolve() {
            if (!resolved) {
                if (!actor.mayChange(this)) {
                    return FOR_A_LEAD;
                }
                noted("closed");
                resolved = true;
            }
            return DONE;
        }
    }

    /** The user who performs the next operation. */
    Person actor;

    final Map<String, Case> cases = new LinkedHashMap<>();
    private final Map<String, Deleted> trash = new LinkedHashMap<>();
    final Map<String, LinkedList<String>> stacks = new LinkedHashMap<>();

    CaseModel(List<Person> people) {
        actor = people.getFirst();
        people.forEach(person -> stacks.put(person.name, new LinkedList<>()));
    }

    /** Returns the case on top of the actor's stack, or null. */
    @Nullable
    String top() {
        return stack().peek();
    }

    private LinkedList<String> stack() {
        return stacks.get(actor.name);
    }

    /** Returns the response of a route that requires a working role. */
    private Expected working() {
        return actor.works() ? DONE : Expected.oneOf("detective", "lead");
    }

    /** Returns whether the actor may create a case; the caller then calls {@link #created}. */
    Expected create() {
        return working().refused() ? working() : Expected.status(201);
    }

    void created(String id, String status, boolean unassigned) {
        cases.put(id, new Case(status, unassigned || !actor.signedIn() ? null : actor.name));
    }

    void interrupted(String id) {
        created(id, "active", false);
        push(id);
    }

    private void push(String id) {
        String top = top();
        stack().remove(id);
        stack().push(id);
        if (top != null && !top.equals(id)) {
            cases.get(top).noted("interrupted");
        }
    }

    private void off(String id) {
        Set<String> tops = new LinkedHashSet<>();
        for (LinkedList<String> stack : stacks.values()) {
            boolean top = id.equals(stack.peek());
            stack.remove(id);
            if (top && !stack.isEmpty()) {
                tops.add(stack.peek());
            }
        }
        tops.forEach(top -> cases.get(top).noted("resumed"));
    }

    Expected start(String id) {
        Case one = cases.get(id);
        if (!actor.works()) {
            return working();
        }
        if (!List.of("parked", "active").contains(one.status)) {
            return Expected.status(500);
        }
        if (!(one.status.equals("active") && id.equals(top()))) {
            if (!actor.mayChange(one)) {
                return FOR_A_LEAD;
            }
            one.status = "active";
            one.noted("resumed");
            push(id);
        }
        return DONE;
    }

    Expected move(String name, String id) {
        Case one = cases.get(id);
        String to = Map.of(
                        "park", "parked",
                        "activate", "active",
                        "close", "completed",
                        "restart", "active",
                        "archive", "archived")
                .get(name);
        List<String> from = Map.of(
                        "park", List.of("active"),
                        "activate", List.of("parked"),
                        "close", List.of("active"),
                        "restart", List.of("completed"),
                        "archive", List.of("parked", "active", "completed"))
                .get(name);
        if (!actor.works()) {
            return working();
        }
        if (one.status.equals(to)) {
            return name.equals("close") ? one.resolve() : DONE;
        }
        if (!from.contains(one.status)) {
            return Expected.status(name.equals("park") ? 500 : 409);
        }
        return moved(id, to);
    }

    private Expected moved(String id, String to) {
        Case one = cases.get(id);
        if (!actor.mayChange(one)) {
            return FOR_A_LEAD;
        }
        one.status = to;
        one.noted(Map.of(
                        "parked", "parked",
                        "active", "resumed",
                        "completed", "closed",
                        "archived", "field_updated")
                .get(to));
        one.resolved |= to.equals("completed");
        if (!to.equals("active")) {
            off(id);
        }
        return DONE;
    }

    Expected complete() {
        String top = top();
        if (!actor.works()) {
            return working();
        }
        if (top == null) {
            return Expected.status(409);
        }
        Expected expected = move("close", top);
        cases.get(top).resolved &= expected.refused();
        return expected;
    }

    Expected back() {
        if (!actor.works()) {
            return working();
        }
        if (top() == null) {
            return Expected.status(409);
        }
        stack().pop();
        if (top() != null) {
            cases.get(top()).noted("resumed");
        }
        return DONE;
    }

    Expected patch(String id, String status) {
        Case one = cases.get(id);
        if (!actor.works()) {
            return working();
        }
        if (one.status.equals(status)) {
            return status.equals("completed") ? one.resolve() : DONE;
        }
        List<String> reachable = switch (one.status) {
            case "parked" -> List.of("active", "archived");
            case "active" -> List.of("parked", "completed", "archived");
            case "completed" -> List.of("active", "archived");
            default -> List.of();
        };
        return reachable.contains(status) ? moved(id, status) : Expected.status(409);
    }

    private @Nullable Expected replacing() {
        return actor.works() || actor.writesForOthers() ? null : Expected.oneOf("detective", "lead", "sync");
    }

    /** Puts a case with only a label and a status; all other fields get their defaults. */
    Expected put(String id, String status) {
        Case one = cases.get(id);
        if (replacing() != null) {
            return replacing();
        }
        boolean same = one.status.equals(status) && !one.pinned && one.owner == null && one.memories.isEmpty();
        if (same) {
            return DONE;
        }
        if (!actor.mayChange(one)) {
            return FOR_A_LEAD;
        }
        one.pinned = false;
        one.owner = null;
        one.memories.clear();
        one.status = status;
        one.noted("version_updated");
        if (!status.equals("active")) {
            off(id);
        }
        return DONE;
    }

    /** Puts a case as it is served, with one more note. */
    Expected putNote(String id, String author) {
        if (replacing() != null) {
            return replacing();
        }
        if (!author.equals(actor.name) && !actor.writesForOthers()) {
            return Expected.oneOf("sync");
        }
        cases.get(id).notes.add(new Written("note_added", author));
        cases.get(id).noted("version_updated");
        return DONE;
    }

    /** Sets a field, which adds a note if the value changes. */
    private Expected set(Case one, boolean same, Runnable setting) {
        if (!actor.works()) {
            return working();
        }
        if (!same) {
            if (!actor.mayChange(one)) {
                return FOR_A_LEAD;
            }
            setting.run();
            one.noted("field_updated");
        }
        return DONE;
    }

    Expected label(String id, String label) {
        Case one = cases.get(id);
        return set(one, one.label.equals(label), () -> one.label = label);
    }

    Expected pin(String id) {
        Case one = cases.get(id);
        return set(one, one.pinned, () -> one.pinned = true);
    }

    /** Assigns the case; null unassigns it. */
    Expected assign(String id, @Nullable String owner) {
        Case one = cases.get(id);
        return set(one, Objects.equals(one.owner, owner), () -> one.owner = owner);
    }

    Expected link(String id, String memory) {
        Case one = cases.get(id);
        if (actor.works() && one.memories.add(memory)) {
            one.noted("memory_linked");
        }
        return working();
    }

    Expected note(String id) {
        if (!actor.works()) {
            return working();
        }
        cases.get(id).noted("note_added");
        return Expected.status(201);
    }

    private Expected ofNote(Written note) {
        if (!actor.works()) {
            return working();
        }
        if (!note.isHandWritten()) {
            return Expected.AUDIT_NOTE;
        }
        if (note.redacted) {
            return Expected.status(409);
        }
        return note.author.equals(actor.name) || actor.changesAll() ? DONE : FOR_A_LEAD;
    }

    Expected editNote(String id, int index) {
        Case one = cases.get(id);
        Expected expected = ofNote(one.notes.get(index));
        one.version += expected.refused() ? 0 : 1;
        return expected;
    }

    Expected deleteNote(String id, int index) {
        Case one = cases.get(id);
        Expected expected = ofNote(one.notes.get(index));
        if (expected.refused()) {
            return expected;
        }
        one.notes.remove(index);
        one.noted("field_updated");
        return Expected.status(204);
    }

    Expected touch() {
        return working();
    }

    Expected delete(String id) {
        if (!actor.works()) {
            return working();
        }
        Case one = cases.get(id);
        boolean ofOthers = one.notes.stream().anyMatch(note -> note.isHandWritten() && !note.author.equals(actor.name));
        if (!actor.mayChange(one) || ofOthers && !actor.changesAll()) {
            return FOR_A_LEAD;
        }
        off(id);
        cases.remove(id);
        trash.put(id, new Deleted(one, actor.name));
        return Expected.status(204);
    }

    /** Returns the ids of the deleted cases. */
    List<String> deleted() {
        return List.copyOf(trash.keySet());
    }

    Expected restore(String id) {
        Deleted deleted = trash.get(id);
        if (!actor.works()) {
            return working();
        }
        if (!deleted.by.equals(actor.name) && !actor.changesAll()) {
            return FOR_A_LEAD;
        }
        trash.remove(id);
        cases.put(id, deleted.one);
        deleted.one.noted("field_updated");
        return DONE;
    }

    /** Puts a case with only a label and a status under the id of a deleted one. */
    Expected recreate(String id, String status) {
        if (replacing() != null) {
            return replacing();
        }
        if (!trash.get(id).by.equals(actor.name) && !actor.changesAll()) {
            return FOR_A_LEAD;
        }
        cases.put(id, new Case(status, null).after(trash.remove(id).one));
        return Expected.status(201);
    }

    /** Pushes a case with only a label, which was edited after the case with the same id was deleted. */
    Expected push(String id, boolean edited) {
        if (!actor.writesForOthers()) {
            return Expected.oneOf("sync");
        }
        if (edited) {
            Case pushed = new Case("parked", null).after(trash.remove(id).one);
            pushed.notes.clear();
            cases.put(id, pushed);
        }
        return DONE;
    }

    /** Returns the index of the last note that was written by hand, or -1. */
    int lastHandWritten(String id) {
        List<Written> notes = cases.get(id).notes;
        for (int i = notes.size() - 1; i >= 0; i--) {
            if (notes.get(i).isHandWritten()) {
                return i;
            }
        }
        return -1;
    }

    Expected redact(String id, int index) {
        if (actor.role != null && !actor.role.equals("lead")) {
            return FOR_A_LEAD;
        }
        Case one = cases.get(id);
        Written note = one.notes.get(index);
        if (note.redacted) {
            return DONE;
        }
        one.notes.set(index, new Written(note.event, note.author, true));
        one.noted("field_updated");
        return DONE;
    }
}
