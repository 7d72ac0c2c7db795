package io.precinct.deploy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which generation of each bundle serves, and which served before it; immutable.
 *
 * @param histories by symbolic name
 * @param folder hash of the content with which each file of the watched folder was last dealt with, by absolute path
 */
record Ledger(Map<String, History> histories, Map<Path, String> folder) {
    static final Ledger EMPTY = new Ledger(Map.of(), Map.of());

    /**
     * The generations of one bundle.
     *
     * @param present the deployed generation that serves, or null: the shipped one does, or none
     * @param earlier those before it, the newest first
     */
    record History(@Nullable Accepted present, List<Accepted> earlier) {
        static final History NONE = new History(null, List.of());

        History {
            earlier = List.copyOf(earlier);
        }

        /** Present and earlier, the newest first. */
        List<Accepted> all() {
            List<Accepted> all = new ArrayList<>(earlier);
            if (present != null) {
                all.addFirst(present);
            }
            return all;
        }
    }

    Ledger {
        histories = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(histories));
        folder = Map.copyOf(folder);
    }

    History of(String bundle) {
        return histories.getOrDefault(bundle, History.NONE);
    }

    /** After a new generation was accepted; at most {@code keep} earlier ones remain. */
    Ledger accept(Accepted next, int keep) {
        List<Accepted> earlier = of(next.bundle()).all();
        return with(next.bundle(), new History(next, earlier.subList(0, Math.min(keep, earlier.size()))));
    }

    /**
     * After going back to the newest earlier generation; to the shipped one where there is none. It no longer depends on a
     * file of the watched folder.
     */
    Ledger goBack(String bundle) {
        List<Accepted> earlier = of(bundle).earlier();
        return earlier.isEmpty()
                ? with(bundle, History.NONE)
                : with(bundle, new History(earlier.getFirst().from(null), earlier.subList(1, earlier.size())));
    }

    /**
     * After the present generation was taken out; it stays at hand for a rollback.
     *
     * @param next the earlier generation that serves in its place, or null
     */
    Ledger remove(String bundle, @Nullable Accepted next) {
        List<Accepted> earlier = of(bundle).all();
        if (next != null) {
            earlier.remove(next);
        }
        return with(bundle, new History(next, earlier));
    }

    /** After the present generation of a bundle was found to come from another file, or from a command. */
    Ledger claim(String bundle, @Nullable Path file) {
        History history = of(bundle);
        return history.present() == null
                ? this
                : with(bundle, new History(history.present().from(file), history.earlier()));
    }

    /** After a file of the watched folder was dealt with; null where it is gone. */
    Ledger dealtWith(Path file, @Nullable String sha256) {
        Map<Path, String> files = new LinkedHashMap<>(folder);
        if (sha256 == null) {
            files.remove(file);
        } else {
            files.put(file, sha256);
        }
        return new Ledger(histories, files);
    }

    private Ledger with(String bundle, History history) {
        Map<String, History> all = new LinkedHashMap<>(histories);
        if (history.equals(History.NONE)) {
            all.remove(bundle);
        } else {
            all.put(bundle, history);
        }
        return new Ledger(all, folder);
    }

    /** The deployed generations that serve. */
    List<Accepted> present() {
        List<Accepted> present = new ArrayList<>();
        for (History history : histories.values()) {
            if (history.present() != null) {
                present.add(history.present());
            }
        }
        return present;
    }

    /** Hashes of every jar that is still of use. */
    Set<String> hashes() {
        Set<String> hashes = new LinkedHashSet<>();
        histories.values().forEach(history -> history.all().forEach(accepted -> hashes.add(accepted.sha256())));
        return hashes;
    }
}
