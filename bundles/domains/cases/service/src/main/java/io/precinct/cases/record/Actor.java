package io.precinct.cases.record;

import io.precinct.api.boundary.Input;
import io.precinct.cases.api.CaseRoles;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The user who changes cases, and the permissions that the user's roles grant. If no listener authenticates users,
 * everything is allowed. Routes check which operations a role may call; this class checks whose cases and notes the
 * user may change.
 *
 * @param name the author of the changes
 * @param signedIn whether a listener has authenticated the user
 * @param roles the roles of the user; see {@link CaseRoles}
 */
// @req:case-roles
public record Actor(String name, boolean signedIn, Set<String> roles) {
    public Actor {
        roles = Set.copyOf(roles);
    }

    /** Returns the user who makes this request. */
    public static Actor of(Input input) {
        return new Actor(Principal.of(input), Principal.authenticated(input) != null, Principal.roles(input));
    }

    /** Returns an actor that no listener authenticated: a client of the internal listener, or the service itself. */
    public static Actor local(String name) {
        return new Actor(name, false, Set.of());
    }

    /** Whether the actor may write data that others wrote on another instance. */
    public boolean writesForOthers() {
        return !signedIn || roles.contains(CaseRoles.SYNC);
    }

    /**
     * Returns the actor as one who may write what others have written, for a lead who restores an artifact as it was
     * exported. The service cannot tell who made an artifact: it relies on the lead, who is named in the case.
     */
    public Actor restoring() {
        return changesAll() ? local(name) : this;
    }

    /** Whether the actor may change every case and every note. */
    public boolean changesAll() {
        return writesForOthers() || roles.contains(CaseRoles.LEAD);
    }

    /**
     * Checks that the actor may make changes to a case other than to its notes and links.
     *
     * @param owner the detective to whom the case is assigned, or null
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
     * Checks that the actor may delete a case with these notes. Whoever may not delete one of them may not delete the
     * case that holds it.
     *
     * @throws Refusal 403 {@code role_required} with the authors of the notes as {@code authors}
     */
    // @req:case-delete
    public void checkDeletion(String id, List<Note> notes) {
        List<String> others = notes.stream()
                .filter(note -> note.isHandWritten() && !note.detective().equals(name))
                .map(Note::detective)
                .distinct()
                .sorted()
                .toList();
        if (!others.isEmpty() && !changesAll()) {
            throw roleRequired(
                            CaseRoles.LEAD,
                            id + " holds notes of " + String.join(", ", others)
                                    + "; a lead may delete it with what others have written")
                    .with("authors", others);
        }
    }

    /**
     * Checks that the actor may take a case out of the trash: restore it, or create another with its id.
     *
     * @throws Refusal 403 {@code role_required}
     */
    // @req:case-trash
    public void checkRestoring(String id, @Nullable String deletedBy) {
        if (!changesAll() && !name.equals(deletedBy)) {
            throw roleRequired(
                    CaseRoles.LEAD,
                    id + " is in the trash: " + (deletedBy == null ? "a lead" : deletedBy + " has deleted it, who")
                            + " may restore it or create it again" + (deletedBy == null ? "" : ", and so may a lead"));
        }
    }

    /**
     * Checks that the actor may edit or delete a note. Only notes that were written by hand can be edited or deleted.
     *
     * @throws Refusal 403 {@code role_required}, or {@code audit_note} if the service wrote the note; 409 {@code
     *     redacted} if it is redacted, since nobody changes it then
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
        if (note.editedAt() != null && note.isRedacted()) {
            String by = note.editedBy() == null ? "a lead" : note.editedBy();
            throw Refusal.of(
                    409,
                    "redacted",
                    note.noteId() + " was redacted by " + by + " at " + Timestamps.text(note.editedAt())
                            + ", for good: nobody edits or deletes it",
                    Note.ID.name(),
                    note.noteId(),
                    "redacted_at",
                    Timestamps.text(note.editedAt()),
                    "redacted_by",
                    note.editedBy());
        }
        if (!note.detective().equals(name) && !changesAll()) {
            throw roleRequired(
                            CaseRoles.LEAD,
                            note.noteId() + " is a note of " + note.detective()
                                    + ", who may change it, and so may a lead")
                    .with("detective", note.detective());
        }
    }

    /** Creates the refusal 403 {@code role_required} with the {@code roles} that are sufficient. */
    public static Refusal roleRequired(String role, String message) {
        return Refusal.of(403, "role_required", message, "roles", List.of(role));
    }
}
