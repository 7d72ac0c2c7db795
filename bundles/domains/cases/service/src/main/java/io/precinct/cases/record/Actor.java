package io.precinct.cases.record;

import io.precinct.api.boundary.Input;
import io.precinct.cases.api.CaseRoles;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who changes cases, and what the roles of a signed-in user let him change. Where no listener asks who somebody is, everything
 * is allowed. Routes check which operations a role may call; this checks whose cases and notes they may change.
 *
 * @param name the author of what is done
 * @param signedIn whether a listener has authenticated him
 * @param roles those of the user; see {@link CaseRoles}
 */
// @req:case-roles
public record Actor(String name, boolean signedIn, Set<String> roles) {
    public Actor {
        roles = Set.copyOf(roles);
    }

    /** The one who makes this request. */
    public static Actor of(Input input) {
        return new Actor(Principal.of(input), Principal.authenticated(input) != null, Principal.roles(input));
    }

    /** One whom nobody asked who he is: a client of the internal listener, or the service itself. */
    public static Actor local(String name) {
        return new Actor(name, false, Set.of());
    }

    /** Whether he may write what others have written elsewhere. */
    public boolean writesForOthers() {
        return !signedIn || roles.contains(CaseRoles.SYNC);
    }

    /** Whether he may change every case and every note. */
    public boolean changesAll() {
        return writesForOthers() || roles.contains(CaseRoles.LEAD);
    }

    /**
     * Checks that he may change a case otherwise than by notes and links.
     *
     * @param owner to whom it is assigned, or null
     * @throws Refusal 403 {@code role_required}
     */
    void checkChange(String id, @Nullable String owner) {
        if (owner != null && !owner.equals(name) && !changesAll()) {
            throw roleRequired(
                            CaseRoles.LEAD, id + " is assigned to " + owner + ", who may change it, and so may a lead")
                    .with("detective", owner);
        }
    }

    /**
     * Checks that he may edit or delete a note that was written by hand.
     *
     * @throws Refusal 403 {@code role_required}, or {@code audit_note} if the service wrote it
     */
    // @req:note-audit
    public void checkEdit(Note note) {
        if (!note.isHandWritten()) {
            throw Refusal.of(
                    403,
                    "audit_note",
                    note.noteId() + " is the record of an event (" + note.eventType()
                            + "), which is neither edited nor deleted; a lead may redact it",
                    Note.EVENT_TYPE.name(),
                    note.eventType());
        }
        if (!note.detective().equals(name) && !changesAll()) {
            throw roleRequired(
                            CaseRoles.LEAD,
                            note.noteId() + " is a note of " + note.detective()
                                    + ", who may change it, and so may a lead")
                    .with("detective", note.detective());
        }
    }

    /** 403 {@code role_required} with the {@code roles} that would do. */
    public static Refusal roleRequired(String role, String message) {
        return Refusal.of(403, "role_required", message, "roles", List.of(role));
    }
}
