package io.precinct.cases.lifecycle;

import io.precinct.cases.record.EventType;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The moves of the state machine. */
// @req:case-lifecycle-moves
public enum Transition {
    /** To active, onto the stack. */
    START("active", List.of("parked", "active"), EventType.RESUMED, "Started"),
    /** To active. */
    ACTIVATE("active", List.of("parked"), EventType.RESUMED, "Activated"),
    /** From completed to active. */
    RESTART("active", List.of("completed"), EventType.RESUMED, "Restarted"),
    /** To parked, off the stacks. */
    PARK("parked", List.of("active"), EventType.PARKED, "Parked"),
    /** To completed with a resolution, off the stacks. */
    CLOSE("completed", List.of("active"), EventType.CLOSED, "Completed"),
    /** To archived, off the stacks: the end of the lifecycle. */
    ARCHIVE("archived", List.of("parked", "active", "completed"), EventType.FIELD_UPDATED, "Archived");

    private final String target;
    private final List<String> from;
    private final EventType type;
    private final String said;

    Transition(String target, List<String> from, EventType type, String said) {
        this.target = target;
        this.from = from;
        this.type = type;
        this.said = said;
    }

    /** Whether there is nothing to do: the case is where the move leads. */
    boolean done(OpenCase open) {
        return open.status().equals(target);
    }

    /** Whether a case leaves every stack by this move. */
    public boolean leavesStacks() {
        return !target.equals("active");
    }

    /** The name of the operation. */
    public String operation() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * Holds the state of a case against the machine.
     *
     * @throws Refusal 409 {@code invalid_transition}
     */
    public void check(OpenCase open) {
        if (!from.contains(open.status())) {
            throw Refusal.wrongState(operation(), open.status(), from).with("id", open.id());
        }
    }

    /**
     * Moves a case, whose state was checked, and notes it.
     *
     * @param content of the note, or null for the usual words
     */
    public void apply(OpenCase open, @Nullable String content) {
        open.set(TaskField.STATUS, target);
        open.note(type, content == null ? said : content);
    }

    /**
     * The move that a change of status equals.
     *
     * @throws Refusal 409 {@code invalid_transition} where there is none
     */
    public static Transition between(String from, String to) {
        Transition equal = switch (to) {
            case "active" -> from.equals("completed") ? RESTART : ACTIVATE;
            case "parked" -> PARK;
            case "completed" -> CLOSE;
            default -> ARCHIVE;
        };
        if (!equal.from.contains(from)) {
            List<String> allowed = reachable(from);
            throw Refusal.of(
                    409,
                    "invalid_transition",
                    "a case that is " + from + " does not become " + to + ", "
                            + (allowed.isEmpty() ? "nor anything else" : "only " + String.join(", ", allowed)),
                    "from",
                    from,
                    "to",
                    to,
                    "allowed",
                    allowed);
        }
        return equal;
    }

    /** The states that a change of status leads to from this one. */
    static List<String> reachable(String from) {
        return switch (from) {
            case "parked" -> List.of("active", "archived");
            case "active" -> List.of("parked", "completed", "archived");
            case "completed" -> List.of("active", "archived");
            default -> List.of();
        };
    }
}
