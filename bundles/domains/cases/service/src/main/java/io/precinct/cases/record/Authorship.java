package io.precinct.cases.record;

import io.precinct.api.boundary.Input;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Refusal.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * In whose name a request may write notes that it brings along as they are served. Notes that are stored so already may be
 * anybody's: they are told, not written.
 *
 * @param principal who is authenticated: only in his name; null if nobody is asked who he is: in anybody's
 */
public record Authorship(@Nullable String principal) {
    /** Where nobody is asked. */
    public static final Authorship ANYBODYS = new Authorship(null);

    /** The member of a case that holds its notes. */
    static final String NOTES = TaskField.INVESTIGATION_NOTES.wireName();

    private static final String CODE = "author";
    private static final String DETECTIVE = Note.DETECTIVE.name();
    private static final String EDITED_BY = Note.EDITED_BY.name();

    /** What an edit leaves as it is. */
    private static final List<String> KEPT =
            List.of(Note.TIMESTAMP.name(), Note.EVENT_TYPE.name(), Note.CHANGED.name());

    /** Of this request. */
    public static Authorship of(Input input) {
        return new Authorship(Principal.authenticated(input));
    }

    /** The author of a note that names this one; a blank one stays until {@link #named} knows what is stored. */
    String author(@Nullable String named) {
        if (named != null) {
            return named;
        }
        return principal == null ? Principal.DEFAULT : principal;
    }

    /**
     * Notes that came with a blank author in the name of the principal, but for those that are stored with one: of those
     * nobody becomes the author by sending them back.
     *
     * @param sent as they were read
     * @param there the notes of the case
     * @param base asked only where it matters: a former state of the case whose notes count as stored, too; null where
     *     none is known
     */
    public List<Note> named(
            List<Note> sent, List<Note> there, Supplier<? extends @Nullable Map<String, @Nullable Object>> base) {
        if (principal == null
                || sent.stream().noneMatch(note -> note.detective().isBlank())) {
            return sent;
        }
        Set<String> blank = new HashSet<>();
        there.stream().filter(note -> note.detective().isBlank()).forEach(note -> blank.add(note.noteId()));
        former(base.get()).forEach((id, note) -> {
            if (note.get(DETECTIVE) instanceof String author && author.isBlank()) {
                blank.add(id);
            }
        });
        return sent.stream()
                .map(note -> note.detective().isBlank() && !blank.contains(note.noteId()) ? note.by(principal) : note)
                .toList();
    }

    /**
     * Holds notes that come with a case against those it has, where those stay as they are and what is missing is added.
     *
     * @param stale whether they come from an older state of the case: what differs is then no attempt to change it
     * @throws Refusal 422 if one that is added, or that differs, is somebody else's
     */
    public void checkAdded(List<Note> sent, List<Note> there, boolean stale) {
        if (principal == null) {
            return;
        }
        Map<String, Map<String, @Nullable Object>> stored = served(there);
        var faults = new ArrayList<Fault>();
        for (int i = 0; i < sent.size(); i++) {
            Note note = sent.get(i);
            Map<String, @Nullable Object> was = stored.get(note.noteId());
            if (was == null) {
                added(principal, note, place(i), faults);
            } else if (!stale
                    && !same(note, was)
                    && !(isOwn(was) && note.detective().equals(principal))) {
                faults.add(new Fault(
                        "/" + place(i),
                        CODE,
                        place(i) + ": " + note.noteId() + " is stored otherwise, by " + was.get(DETECTIVE)
                                + "; expected it as it is stored, or not at all",
                        null));
            }
        }
        if (!faults.isEmpty()) {
            throw Refusal.invalid(faults);
        }
    }

    /**
     * What speaks against writing notes.
     *
     * @param written all notes that the case is to have
     * @param sent the notes as they came, which is where faults are
     * @param there the notes of the case
     * @param base a former state of the case whose notes count as stored, too; null if none is known
     */
    public List<Fault> faults(
            List<Note> written, List<Note> sent, List<Note> there, @Nullable Map<String, @Nullable Object> base) {
        if (principal == null) {
            return List.of();
        }
        Map<String, Map<String, @Nullable Object>> stored = served(there);
        Map<String, Map<?, ?>> former = former(base);
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < sent.size(); i++) {
            places.put(sent.get(i).noteId(), i);
        }
        var faults = new ArrayList<Fault>();
        for (Note note : written) {
            Map<String, @Nullable Object> was = stored.get(note.noteId());
            if (was != null && same(note, was) || same(note, former.get(note.noteId()))) {
                continue;
            }
            Integer at = places.get(note.noteId());
            String place = at == null ? NOTES : place(at);
            if (was == null) {
                added(principal, note, place, faults);
            } else {
                changed(principal, note, was, place, faults);
            }
        }
        return faults;
    }

    private static void added(String principal, Note note, String place, List<Fault> faults) {
        if (!note.detective().equals(principal)) {
            faults.add(another(place + "/" + DETECTIVE, principal, note.detective()));
        }
        if (note.editedBy() != null && !note.editedBy().equals(principal)) {
            faults.add(another(place + "/" + EDITED_BY, principal, note.editedBy()));
        }
    }

    /** An edit keeps its author, and of a note of somebody else's everything but the content. */
    private static void changed(
            String principal, Note note, Map<String, @Nullable Object> was, String place, List<Fault> faults) {
        String author = String.valueOf(was.get(DETECTIVE));
        if (!note.detective().equals(author)) {
            faults.add(new Fault(
                    "/" + place + "/" + DETECTIVE,
                    CODE,
                    place + "/" + DETECTIVE + ": expected " + author + ", who wrote it, got " + note.detective(),
                    List.of(author)));
        }
        boolean own = author.equals(principal);
        if (!principal.equals(note.editedBy()) && !(own && note.editedBy() == null)) {
            faults.add(another(place + "/" + EDITED_BY, principal, note.editedBy()));
        }
        Map<String, @Nullable Object> now = note.toData();
        for (String member : KEPT) {
            if (!own && !Data.equal(now.get(member), was.get(member))) {
                faults.add(new Fault(
                        "/" + place + "/" + member,
                        CODE,
                        place + "/" + member + ": expected as it is stored: the note is " + author + "'s",
                        null));
            }
        }
    }

    private boolean isOwn(Map<String, @Nullable Object> was) {
        return String.valueOf(was.get(DETECTIVE)).equals(principal);
    }

    private static boolean same(Note note, @Nullable Map<?, ?> stored) {
        return stored != null && Data.equal(note.toData(), stored);
    }

    private static Fault another(String member, String expected, @Nullable String got) {
        return new Fault("/" + member, CODE, Principal.another(member, expected, got), List.of(expected));
    }

    private static String place(int index) {
        return NOTES + "/" + index;
    }

    private static Map<String, Map<String, @Nullable Object>> served(List<Note> notes) {
        Map<String, Map<String, @Nullable Object>> served = new HashMap<>();
        notes.forEach(note -> served.put(note.noteId(), note.toData()));
        return served;
    }

    private static Map<String, Map<?, ?>> former(@Nullable Map<String, @Nullable Object> state) {
        Map<String, Map<?, ?>> former = new HashMap<>();
        if (state != null && state.get(NOTES) instanceof List<?> notes) {
            for (Object note : notes) {
                if (note instanceof Map<?, ?> map) {
                    former.put(String.valueOf(map.get(Note.ID.name())), map);
                }
            }
        }
        return former;
    }
}
