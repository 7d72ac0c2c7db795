package io.precinct.source.git;

import io.precinct.source.api.History.Person;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.jspecify.annotations.Nullable;

/**
 * The names and addresses that {@code .mailmap} gives to people, as gitmailmap(5) describes it. An address has an entry
 * for whoever committed with it, and further ones for some of the names beside it. Case does not matter. Immutable.
 */
final class Mailmap {
    private static final String FILE = ".mailmap";

    private final Map<String, Entry> entries = new HashMap<>();

    private Mailmap() {}

    /** What is known of an address. */
    private static final class Entry {
        private Replacement ofAll = Replacement.NONE;
        private final Map<String, Replacement> byName = new HashMap<>();
    }

    /** What stands in place of a name and of an address; null where that stays. */
    private record Replacement(
            @Nullable String name, @Nullable String address) {
        static final Replacement NONE = new Replacement(null, null);
    }

    /** The map in a commit; empty if the commit has no such file, or a link in its place, as for git. */
    static Mailmap of(ObjectReader reader, ObjectId commit) throws IOException {
        String text = new TreeReader(reader).text(commit, FILE);
        return text == null ? new Mailmap() : of(text);
    }

    /** Reads the text of such a file. Lines that say nothing are passed over, as by git. */
    static Mailmap of(String text) {
        var map = new Mailmap();
        text.lines().filter(line -> !line.startsWith("#")).forEach(map::add);
        return map;
    }

    private void add(String line) {
        var first = Identity.in(line, 0, false);
        if (first == null) {
            return;
        }
        var second = Identity.in(line, first.end(), true);
        if (second == null) {
            add(first.address(), null, new Replacement(first.name(), null));
        } else {
            add(second.address(), second.name(), new Replacement(first.name(), first.address()));
        }
    }

    private void add(String address, @Nullable String name, Replacement with) {
        Entry entry = entries.computeIfAbsent(folded(address), _ -> new Entry());
        if (name != null) {
            entry.byName.put(folded(name), with);
            return;
        }
        entry.ofAll = new Replacement(
                with.name() == null ? entry.ofAll.name() : with.name(),
                with.address() == null ? entry.ofAll.address() : with.address());
    }

    /** A person as the map names it; null for null. */
    @Nullable
    Person person(@Nullable PersonIdent ident) {
        if (ident == null) {
            return null;
        }
        Replacement with = replacement(ident.getName(), ident.getEmailAddress());
        return new Person(
                with.name() == null ? ident.getName() : with.name(),
                with.address() == null ? ident.getEmailAddress() : with.address(),
                ident.getWhenAsInstant());
    }

    private Replacement replacement(String name, String address) {
        Entry entry = entries.isEmpty() ? null : entries.get(folded(address));
        return entry == null ? Replacement.NONE : entry.byName.getOrDefault(folded(name), entry.ofAll);
    }

    private static String folded(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /**
     * A name, which may be missing, and the address between angle brackets behind it.
     *
     * @param end offset behind the address in the line
     */
    private record Identity(@Nullable String name, String address, int end) {
        static @Nullable Identity in(String line, int from, boolean mayBeEmpty) {
            int open = line.indexOf('<', from);
            int close = open < 0 ? -1 : line.indexOf('>', open);
            if (close < 0 || close == open + 1 && !mayBeEmpty) {
                return null;
            }
            String name = line.substring(from, open).strip();
            return new Identity(name.isEmpty() ? null : name, line.substring(open + 1, close), close + 1);
        }
    }
}
