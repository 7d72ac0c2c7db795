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
 * The locked stacks that one mutation changes. Stacks are locked before cases and in one order, so that two mutations
 * never deadlock. Putting a case on a stack requires the lock of its row; taking it off also requires the lock of the
 * stack. So after it has locked the row, a mutation checks again which stacks contain the case. A case that loses or
 * regains the top of a stack gets a note; the principal of a changed stack gets an event. Not thread-safe.
 */
public final class Stacks {
    private static final String REMOVE = "DELETE FROM cases.stack WHERE task_id = ?";

    private static final String POP = "DELETE FROM cases.stack WHERE principal = ? AND task_id = ?";

    private static final String PUSH = "INSERT INTO cases.stack (principal, position, task_id)"
            + " SELECT ?, coalesce(max(position), 0) + 1, ? FROM cases.stack WHERE principal = ?";

    private final Mutation mutation;
    private final String principal;
    private final Set<String> locked;

    /** The stacks by principal, top first. */
    private final Map<String, List<String>> stacks;

    private final Set<String> changed = new LinkedHashSet<>();

    private Stacks(Mutation mutation, Set<String> locked, Map<String, List<String>> stacks) {
        this.mutation = mutation;
        this.principal = mutation.actor();
        this.locked = Set.copyOf(locked);
        this.stacks = stacks;
    }

    /** Locks the actor's stack. */
    public static Stacks own(Mutation mutation) {
        return locked(mutation, List.of(), Set.of(mutation.actor()));
    }

    /** Locks a principal's stack, for callers that lock cases in this transaction before their mutations begin. */
    public static void lock(Transaction transaction, String principal) {
        StackRows.lock(transaction, Set.of(principal), List.of());
    }

    /**
     * Locks every stack that contains one of these cases, for callers that change cases without notes and events.
     *
     * @return the principals of these stacks
     * @throws ConcurrentChange if another stack came to contain one of the cases in the meantime
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
     * Checks that no other stack contains these cases. Call it before the cases leave all stacks and after their rows
     * are locked: from then on no transaction can put them on a stack.
     *
     * @param locked the principals whose stacks are locked
     * @throws ConcurrentChange if one of the cases is on another stack
     */
    public static void checkHolders(Transaction transaction, Set<String> locked, Collection<String> ids) {
        if (!locked.containsAll(StackRows.holders(transaction, ids))) {
            throw new ConcurrentChange();
        }
    }

    /** Keeps only valid case ids: other texts cannot be on a stack, and may be unfit as SQL arguments. */
    private static List<String> cases(Collection<String> ids) {
        return ids.stream()
                .filter(id -> CaseLimits.CASE_ID.matcher(id).matches())
                .toList();
    }

    /**
     * Locks the actor's stack and every stack that contains one of these cases, then {@linkplain #open opens} the
     * cases.
     */
    public static Stacks holding(Mutation mutation, Collection<String> ids) {
        return holding(mutation, ids, List.of());
    }

    /** As {@link #holding(Mutation, Collection)}, but also opens {@code others}, which stay on their stacks. */
    public static Stacks holding(Mutation mutation, Collection<String> ids, Collection<String> others) {
        List<String> cases = cases(ids);
        var principals = new TreeSet<>(StackRows.holders(mutation.transaction(), cases));
        principals.add(mutation.actor());
        Stacks stacks = locked(mutation, cases, principals);
        stacks.open(cases, others);
        return stacks;
    }

    /** As {@link #holding(Mutation, Collection)}, for the case on top of the actor's stack. */
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

    /** Returns the case on top of the actor's stack, or null. */
    public @Nullable String top() {
        List<String> own = stack(principal);
        return own.isEmpty() ? null : own.getFirst();
    }

    private List<String> stack(String of) {
        return stacks.computeIfAbsent(of, _ -> new ArrayList<>());
    }

    /** Locks these cases together with the cases that will be on top when these cases leave. */
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

    /** Locks these cases together with the case on top of the actor's stack. */
    public void openWithTop(Collection<String> ids) {
        var wanted = new TreeSet<>(ids);
        String top = top();
        if (top != null) {
            wanted.add(top);
        }
        mutation.openAll(wanted);
    }

    /**
     * Puts a case on top of the actor's stack. Returns the previous top, which gets a note that it was interrupted, or
     * null.
     */
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

    /** Takes the top off the actor's stack; the new top gets a note that it was resumed. */
    public void pop() {
        List<String> own = stack(principal);
        String top = own.removeFirst();
        mutation.also(POP, principal, top);
        changed.add(principal);
        resumeTop(principal, new LinkedHashSet<>());
    }

    /**
     * Takes open cases off every stack. Each new top gets one note that it was resumed.
     *
     * @throws ConcurrentChange if a case came onto another stack before it was opened
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

    /** Whether the case was active; other cases are on no stack. */
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

    /** Returns the actor's stack as it is now, top first, each case in the form that lists serve. */
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

    /** Adds an event for each principal whose stack changed. Call it after all other changes. */
    public void tell(String reason) {
        changed.forEach(of -> tell(of, reason));
    }

    /**
     * Adds an event about the actor's stack, even if it is unchanged.
     *
     * @return {@code current} and {@code stack} as in the event
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
                Data.mapBuilder().put("reason", reason).putAll(state).build());
        return state;
    }
}
