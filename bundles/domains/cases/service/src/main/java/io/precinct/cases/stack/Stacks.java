package io.precinct.cases.stack;

import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.Task;
import io.precinct.postgres.api.ConcurrentChange;
import io.precinct.postgres.api.Transaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The stacks that one mutation touches, locked for it. Stacks are locked before cases and in one order, so that two mutations
 * never deadlock. A case is put on a stack under the lock of its row, and taken off under that of the stack too: having locked
 * the row, the mutation checks again which stacks hold the case. A case that loses or regains the top of a stack gets a note;
 * the principal of a changed stack gets an event. Not thread-safe.
 */
public final class Stacks {
    private static final String REMOVE = "DELETE FROM cases.stack WHERE task_id = ?";

    private static final String POP = "DELETE FROM cases.stack WHERE principal = ? AND task_id = ?";

    private static final String PUSH = "INSERT INTO cases.stack (principal, position, task_id)"
            + " SELECT ?, coalesce(max(position), 0) + 1, ? FROM cases.stack WHERE principal = ?";

    private final Mutation mutation;
    private final String principal;
    private final Set<String> locked;

    /** By principal; the top is the first. */
    private final Map<String, List<String>> stacks;

    private final Set<String> changed = new LinkedHashSet<>();

    private Stacks(Mutation mutation, Set<String> locked, Map<String, List<String>> stacks) {
        this.mutation = mutation;
        this.principal = mutation.actor();
        this.locked = Set.copyOf(locked);
        this.stacks = stacks;
    }

    /** Locks the stack of the actor. */
    public static Stacks own(Mutation mutation) {
        return locked(mutation, List.of(), Set.of(mutation.actor()));
    }

    /** Locks the stack of a principal, for callers that lock cases in this transaction before their mutations begin. */
    public static void lock(Transaction transaction, String principal) {
        StackRows.lock(transaction, Set.of(principal), List.of());
    }

    /**
     * Locks every stack that holds one of these cases, for what changes cases without notes and events.
     *
     * @return whose they are
     * @throws ConcurrentChange if other stacks hold them in the meantime
     */
    public static Set<String> lockHolding(Transaction transaction, Collection<String> ids) {
        List<String> cases = cases(ids);
        Set<String> principals = StackRows.holders(transaction, cases);
        if (!principals.isEmpty()
                && !principals.containsAll(
                        StackRows.lock(transaction, principals, cases).holders())) {
            throw new ConcurrentChange();
        }
        return principals;
    }

    /**
     * To be called before cases leave all stacks, and after their rows are locked: from then on they cannot be put on one.
     *
     * @param locked whose stacks are locked
     * @throws ConcurrentChange if one of the cases is on another stack
     */
    public static void checkHolders(Transaction transaction, Set<String> locked, Collection<String> ids) {
        if (!locked.containsAll(StackRows.holders(transaction, ids))) {
            throw new ConcurrentChange();
        }
    }

    /** What is no id cannot be held, and may not even be sent. */
    private static List<String> cases(Collection<String> ids) {
        return ids.stream()
                .filter(id -> CaseLimits.CASE_ID.matcher(id).matches())
                .toList();
    }

    /** Locks the stack of the actor and every stack that holds one of these cases, then {@linkplain #open opens} the cases. */
    public static Stacks holding(Mutation mutation, Collection<String> ids) {
        return holding(mutation, ids, List.of());
    }

    /** As {@link #holding(Mutation, Collection)}; it opens others together with these cases, which stay on their stacks. */
    public static Stacks holding(Mutation mutation, Collection<String> ids, Collection<String> others) {
        List<String> cases = cases(ids);
        var principals = new TreeSet<>(StackRows.holders(mutation.transaction(), cases));
        principals.add(mutation.actor());
        Stacks stacks = locked(mutation, cases, principals);
        stacks.open(cases, others);
        return stacks;
    }

    /** As {@link #holding(Mutation, Collection)}, with the case on top of the stack of the actor. */
    public static Stacks holdingTop(Mutation mutation) {
        String top = StackRows.top(mutation.transaction(), mutation.actor());
        Stacks stacks = holding(mutation, top == null ? List.of() : List.of(top));
        if (!Objects.equals(top, stacks.top())) {
            throw new ConcurrentChange();
        }
        return stacks;
    }

    private static Stacks locked(Mutation mutation, Collection<String> ids, Set<String> principals) {
        StackRows.Locked locked = StackRows.lock(mutation.transaction(), principals, ids);
        if (!principals.containsAll(locked.holders())) {
            throw new ConcurrentChange();
        }
        return new Stacks(mutation, principals, locked.stacks());
    }

    /** The case on top of the stack of the actor, or null. */
    public @Nullable String top() {
        List<String> own = stack(principal);
        return own.isEmpty() ? null : own.getFirst();
    }

    private List<String> stack(String of) {
        return stacks.computeIfAbsent(of, _ -> new ArrayList<>());
    }

    /** Locks these cases, and those that come to the top when these leave, all at once. */
    public void open(Collection<String> ids) {
        open(ids, List.of());
    }

    private void open(Collection<String> ids, Collection<String> others) {
        var wanted = new TreeSet<>(ids);
        wanted.addAll(others);
        for (List<String> stack : stacks.values()) {
            if (!stack.isEmpty() && ids.contains(stack.getFirst())) {
                stack.stream().filter(id -> !ids.contains(id)).findFirst().ifPresent(wanted::add);
            }
        }
        mutation.openAll(wanted);
    }

    /** Locks these cases and the one on top of the actor's stack, all at once. */
    public void openWithTop(Collection<String> ids) {
        var wanted = new TreeSet<>(ids);
        String top = top();
        if (top != null) {
            wanted.add(top);
        }
        mutation.openAll(wanted);
    }

    /** Puts a case on top of the actor's stack; the one that was there is interrupted. */
    public @Nullable OpenCase push(OpenCase open) {
        String before = top();
        List<String> own = stack(principal);
        if (open.id().equals(before)) {
            return null;
        }
        if (own.remove(open.id())) {
            mutation.also(POP, principal, open.id());
        }
        own.addFirst(open.id());
        mutation.also(PUSH, principal, open.id(), principal);
        changed.add(principal);
        OpenCase interrupted = before == null ? null : mutation.openIfThere(before);
        if (interrupted != null) {
            interrupted.note(EventType.INTERRUPTED, "Interrupted by " + open.id());
        }
        return interrupted;
    }

    /** Takes the top off the actor's stack; what comes to the top is resumed. */
    public void pop() {
        List<String> own = stack(principal);
        String top = own.removeFirst();
        mutation.also(POP, principal, top);
        changed.add(principal);
        resumeTop(principal, new LinkedHashSet<>());
    }

    /**
     * Takes cases, which are open, off every stack; what comes to the top is resumed, once.
     *
     * @throws ConcurrentChange if one of them came onto another stack before it was opened
     */
    public void remove(Collection<String> ids) {
        checkHolders(
                mutation.transaction(),
                locked,
                ids.stream().filter(this::wasActive).toList());
        var resumed = new LinkedHashSet<String>();
        for (Map.Entry<String, List<String>> entry : stacks.entrySet()) {
            List<String> stack = entry.getValue();
            boolean top = !stack.isEmpty() && ids.contains(stack.getFirst());
            if (stack.removeAll(ids)) {
                changed.add(entry.getKey());
                if (top) {
                    resumeTop(entry.getKey(), resumed);
                }
            }
        }
        if (!changed.isEmpty()) {
            ids.forEach(id -> mutation.also(REMOVE, id));
        }
    }

    /** Others are on no stack. */
    private boolean wasActive(String id) {
        OpenCase open = mutation.held(id);
        Task before = open == null ? null : open.before();
        return before != null && before.status() == CaseStatus.ACTIVE;
    }

    private void resumeTop(String of, Set<String> resumed) {
        List<String> stack = stack(of);
        OpenCase top = stack.isEmpty() ? null : mutation.openIfThere(stack.getFirst());
        if (top != null && resumed.add(top.id())) {
            top.note(EventType.RESUMED, "Back on top of the stack");
        }
    }

    /** The actor's stack as it stands now, the top first, each case as lists answer it. */
    public List<Map<String, @Nullable Object>> shown() {
        return tasks(stack(principal)).stream().map(Task::toListData).toList();
    }

    private List<Task> tasks(List<String> ids) {
        var tasks = new LinkedHashMap<String, Task>();
        var others = new ArrayList<String>();
        for (String id : ids) {
            OpenCase open = mutation.held(id);
            if (open == null) {
                others.add(id);
            } else {
                tasks.put(id, open.task());
            }
        }
        CaseStore.findAll(mutation.transaction(), others).forEach(task -> tasks.put(task.id(), task));
        return ids.stream().map(tasks::get).filter(Objects::nonNull).toList();
    }

    /** Adds an event for each principal whose stack changed, after all others. */
    public void tell(String reason) {
        changed.forEach(of -> tell(of, reason));
    }

    /**
     * Tells the actor of its stack, changed or not.
     *
     * @return {@code current} and {@code stack} as told
     */
    public Map<String, @Nullable Object> tellOwn(String reason) {
        return tell(principal, reason);
    }

    private Map<String, @Nullable Object> tell(String of, String reason) {
        List<String> stack = stack(of);
        List<Task> top = stack.isEmpty() ? List.of() : tasks(List.of(stack.getFirst()));
        Map<String, @Nullable Object> state =
                Data.map("current", top.isEmpty() ? null : top.getFirst().toChannelData(), "stack", List.copyOf(stack));
        mutation.event(
                "current",
                of,
                Data.mapBuilder()
                        .put("actor", mutation.actor())
                        .put("reason", reason)
                        .putAll(state)
                        .build());
        return state;
    }
}
