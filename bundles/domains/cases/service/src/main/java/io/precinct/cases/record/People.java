package io.precinct.cases.record;

import io.precinct.common.spelling.Suggestions;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Refusal.Fault;
import io.precinct.rest.api.Text;
import java.text.Normalizer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The people to whom cases can be assigned: the users of the gateway, and those whom the configuration lists. A name is
 * trimmed, and gets the spelling of the person if it differs only in case. Whoever signed in may assign a case only to
 * these people; on the internal listener, which authenticates nobody, every other name is taken as it is. Thread-safe
 * if its sources are.
 */
// @req:case-roles
public final class People {
    /** The word by which lists and statistics select cases without a detective. */
    public static final String UNASSIGNED = "unassigned";

    /** The code of the fault that a name is nobody's. */
    public static final String UNKNOWN = "unknown_person";

    /** The code of the fault that a name has another meaning. */
    public static final String RESERVED = "reserved";

    /** Nobody is known, so every name is taken. */
    public static final People NOBODY = new People(List::of, List::of);

    private static final Pattern MARGIN = Pattern.compile("^\\p{IsWhite_Space}+|\\p{IsWhite_Space}+$");

    private final Supplier<? extends Collection<String>> users;
    private final Supplier<? extends Collection<String>> listed;

    /**
     * Creates the people of these sources, which are asked for every name.
     *
     * @param users the names of the users of the gateway
     * @param listed the names of other people
     */
    public People(Supplier<? extends Collection<String>> users, Supplier<? extends Collection<String>> listed) {
        this.users = users;
        this.listed = listed;
    }

    /** Returns a name without white space around it, in Unicode's composed form; null if nothing is left. */
    public static @Nullable String trimmed(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String composed = Normalizer.normalize(MARGIN.matcher(name).replaceAll(""), Normalizer.Form.NFC);
        // a few characters are longer in this form
        String trimmed = composed.length() > CaseLimits.NAME ? name : composed;
        return trimmed.isEmpty() ? null : trimmed;
    }

    private static String folded(String name) {
        String composed = Normalizer.normalize(name, Normalizer.Form.NFC);
        return composed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** Whether a name stands for something else than a person. */
    public static boolean isReserved(String name) {
        return List.of(UNASSIGNED, Principal.DEFAULT).contains(folded(name));
    }

    /** Returns the people as this actor may name them. */
    public Assigner by(Actor actor) {
        return new Assigner(this, actor);
    }

    /**
     * Checks the detective of a case that was written on another instance: anybody, except for the word for nobody.
     *
     * @param given the {@linkplain #trimmed trimmed} name
     * @param stored the present name, which may be given again
     */
    public static void checkSent(Form form, @Nullable String given, @Nullable String stored) {
        Fault fault = given == null ? null : reserved("/" + TaskField.DETECTIVE.wireName(), given, stored);
        if (fault != null) {
            form.fault(fault);
        }
    }

    private static @Nullable Fault reserved(String pointer, String name, @Nullable String stored) {
        return folded(name).equals(UNASSIGNED) && !name.equals(trimmed(stored))
                ? new Fault(
                        pointer,
                        RESERVED,
                        UNASSIGNED + " stands for cases without a detective; null assigns nobody",
                        null)
                : null;
    }

    /**
     * Reads assignments for an actor.
     *
     * @param people whom the actor may name
     * @param actor who assigns
     */
    public record Assigner(People people, Actor actor) {
        /**
         * Returns the name to store.
         *
         * @param pointer the place of the name in the body
         * @param given the {@linkplain People#trimmed trimmed} name
         * @param stored the present name, which may be given again whoever it is
         * @param faults receives the fault of a name that is refused
         */
        public @Nullable String read(
                String pointer, @Nullable String given, @Nullable String stored, Consumer<Fault> faults) {
            if (given == null) {
                return null;
            }
            boolean same = given.equals(trimmed(stored));
            Fault reserved = reserved(pointer, given, stored);
            if (reserved == null && actor.signedIn() && !same && folded(given).equals(Principal.DEFAULT)) {
                reserved = new Fault(
                        pointer,
                        RESERVED,
                        Principal.DEFAULT + " stands for whoever gives no name on the internal listener",
                        null);
            }
            if (reserved != null) {
                faults.accept(reserved);
                return stored;
            }
            String known = people.find(given, actor);
            if (known != null || same) {
                return known != null ? known : stored;
            }
            Set<String> names = people.names();
            if (actor.signedIn() && !names.isEmpty()) {
                faults.accept(new Fault(
                        pointer,
                        UNKNOWN,
                        "there is no user " + Text.shortened(given) + ", and none of people in cases.yml"
                                + Suggestions.ending(given, names),
                        null));
            }
            return given;
        }

        /**
         * As {@link #read}.
         *
         * @throws Refusal 422 if the name is refused
         */
        public @Nullable String require(String pointer, @Nullable String given, @Nullable String stored) {
            return read(pointer, given, stored, fault -> {
                throw Refusal.invalid(List.of(fault));
            });
        }
    }

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>(users.get());
        listed.get().stream().filter(name -> find(name, names) == null).toList().forEach(names::add);
        return names;
    }

    /** Returns the person of this name, in the spelling of that person; users come before others. */
    private @Nullable String find(String given, Actor actor) {
        Set<String> all = new LinkedHashSet<>(users.get());
        all.add(actor.signedIn() ? actor.name() : Principal.DEFAULT);
        String user = find(given, all);
        return user == null ? find(given, Set.copyOf(listed.get())) : user;
    }

    private static @Nullable String find(String given, Set<String> names) {
        if (names.contains(given)) {
            return given;
        }
        String folded = folded(given);
        List<String> like =
                names.stream().filter(name -> folded(name).equals(folded)).toList();
        return like.size() == 1 ? like.getFirst() : null;
    }
}
