package io.precinct.cases.lifecycle;

import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.rest.api.Refusal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The transitions of the state machine. */
// @req:case-lifecycle-moves
public enum Transition {
    /** From parked or active to active, and onto the stack. */
    START(CaseStatus.ACTIVE, List.of(CaseStatus.PARKED, CaseStatus.ACTIVE), EventType.RESUMED, "Started"),
    /** From parked to active. */
    ACTIVATE(CaseStatus.ACTIVE, List.of(CaseStatus.PARKED), EventType.RESUMED, "Activated"),
    /** From completed to active. */
    RESTART(CaseStatus.ACTIVE, List.of(CaseStatus.COMPLETED), EventType.RESUMED, "Restarted"),
    /** From active to parked, off the stacks. */
    PARK(CaseStatus.PARKED, List.of(CaseStatus.ACTIVE), EventType.PARKED, "Parked"),
    /** From active to completed with a resolution, off the stacks. */
    CLOSE(CaseStatus.COMPLETED, List.of(CaseStatus.ACTIVE), EventType.CLOSED, Note.COMPLETED),
    /** From any other state to archived, off the stacks; the end of the lifecycle. */
    ARCHIVE(
            CaseStatus.ARCHIVED,
            List.of(CaseStatus.PARKED, CaseStatus.ACTIVE, CaseStatus.COMPLETED),
            EventType.FIELD_UPDATED,
            "Archived");

    private final CaseStatus target;
    private final List<CaseStatus> from;
    private final EventType type;
    private final String said;

    Transition(CaseStatus target, List<CaseStatus> from, EventType type, String said) {
        this.target = target;
        this.from = from;
        this.type = type;
        this.said = said;
    }

    /** Whether there is nothing to do because the case is in the target state already. */
    boolean done(OpenCase open) {
        return open.status() == target;
    }

    /** Whether this transition removes a case from every stack. */
    public boolean leavesStacks() {
        return target != CaseStatus.ACTIVE;
    }

    /** Returns the default text of the note. */
    String said() {
        return said;
    }

    /** Returns the name of the operation. */
    public String operation() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Checks that this transition is allowed from the current state of a case.
     *
     * @throws Refusal 409 {@code invalid_transition}
     */
    public void check(OpenCase open) {
        if (!from.contains(open.status())) {
            throw Refusal.wrongState(operation(), open.status().wireName(), names(from))
                    .with("id", open.id());
        }
    }

    /**
     * Moves a case whose state was {@linkplain #check checked}, and adds a note.
     *
     * @param content the text of the note, or null for the default text
     */
    public void apply(OpenCase open, @Nullable String content) {
        open.set(target);
        open.note(type, content == null ? said : content);
    }

    /**
     * Returns the transition that corresponds to a change of status.
     *
     * @throws Refusal 409 {@code invalid_transition} if there is none
     */
    public static Transition between(CaseStatus from, CaseStatus to) {
        Transition equal = switch (to) {
            case ACTIVE -> from == CaseStatus.COMPLETED ? RESTART : ACTIVATE;
            case PARKED -> PARK;
            case COMPLETED -> CLOSE;
            case ARCHIVED -> ARCHIVE;
        };
        if (!equal.from.contains(from)) {
            List<String> allowed = names(reachable(from));
            throw Refusal.of(
                    409,
                    "invalid_transition",
                    "a case that is " + from.wireName() + " does not become " + to.wireName() + ", "
                            + (allowed.isEmpty() ? "nor anything else" : "only " + String.join(", ", allowed)),
                    "from",
                    from.wireName(),
                    "to",
                    to.wireName(),
                    "allowed",
                    allowed);
        }
        return equal;
    }

    /** Returns the states that a change of status can reach from this state. */
    static List<CaseStatus> reachable(CaseStatus from) {
        return switch (from) {
            case PARKED, COMPLETED -> List.of(CaseStatus.ACTIVE, CaseStatus.ARCHIVED);
            case ACTIVE -> List.of(CaseStatus.PARKED, CaseStatus.COMPLETED, CaseStatus.ARCHIVED);
            case ARCHIVED -> List.of();
        };
    }

    private static List<String> names(List<CaseStatus> statuses) {
        return statuses.stream().map(CaseStatus::wireName).toList();
    }
}
