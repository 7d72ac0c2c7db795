package io.precinct.deploy.records;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The record of deployments: which generation of each bundle serves, and which served before it. Immutable.
 *
 * @param histories the histories of bundles by symbolic name
 * @param folder SHA-256 of each file of the watched folder when it was last handled, by absolute path
 */
public record Ledger(Map<String, History> histories, Map<Path, String> folder) {
    public static final Ledger EMPTY = new Ledger(Map.of(), Map.of());

    /**
     * The generations of one bundle.
     *
     * @param present the deployed generation that serves; null if the shipped generation serves, or none
     * @param earlier the earlier generations, the newest first
     */
    public record History(@Nullable AcceptedGeneration present, List<AcceptedGeneration> earlier) {
        static final History NONE = new History(null, List.of());

        public History {
            earlier = List.copyOf(earlier);
        }

        /** Present and earlier, the newest first. */
        public List<AcceptedGeneration> all() {
            List<AcceptedGeneration> all = new ArrayList<>(earlier);
            if (present != null) {
                all.addFirst(present);
            }
            return all;
        }
    }

    public Ledger {
        histories = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(histories));
        folder = Map.copyOf(folder);
    }

    public History of(String bundle) {
        return histories.getOrDefault(bundle, History.NONE);
    }

    /** The ledger after a new generation was accepted; at most {@code keep} earlier ones remain. */
    public Ledger accept(AcceptedGeneration next, int keep) {
        List<AcceptedGeneration> earlier = of(next.bundle()).all();
        return with(next.bundle(), new History(next, earlier.subList(0, Math.min(keep, earlier.size()))));
    }

    /**
     * The ledger after a rollback to the newest earlier generation, or to the shipped one if there is none. The
     * generation that serves then no longer depends on a file of the watched folder.
     */
    public Ledger goBack(String bundle) {
        List<AcceptedGeneration> earlier = of(bundle).earlier();
        return earlier.isEmpty()
                ? with(bundle, History.NONE)
                : with(bundle, new History(earlier.getFirst().from(null), earlier.subList(1, earlier.size())));
    }

    /**
     * The ledger after the present generation was taken out; it stays available for a rollback, and for nothing else. If
     * nothing takes its place, the bundle is taken out, with all of its generations.
     *
     * @param next the earlier generation that serves in its place, or null
     */
    public Ledger remove(String bundle, @Nullable AcceptedGeneration next) {
        History history = of(bundle);
        List<AcceptedGeneration> earlier = new ArrayList<>(history.earlier());
        if (next == null) {
            earlier.replaceAll(AcceptedGeneration::out);
        } else {
            earlier.remove(next);
        }
        if (history.present() != null) {
            earlier.addFirst(history.present().out());
        }
        return with(bundle, new History(next, earlier));
    }

    /**
     * The ledger with another origin of the present generation: a file of the watched folder, or null for a command.
     */
    public Ledger claim(String bundle, @Nullable Path file) {
        History history = of(bundle);
        return history.present() == null
                ? this
                : with(bundle, new History(history.present().from(file), history.earlier()));
    }

    /** The ledger after a file of the watched folder was handled; its hash is null if the file is gone. */
    public Ledger dealtWith(Path file, @Nullable String sha256) {
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
    public List<AcceptedGeneration> present() {
        return histories.values().stream()
                .flatMap(history -> Optional.ofNullable(history.present()).stream())
                .toList();
    }

    /** Hashes of every jar that the ledger still refers to. */
    public Set<String> hashes() {
        return histories.values().stream()
                .flatMap(history -> history.all().stream())
                .map(AcceptedGeneration::sha256)
                .collect(Collectors.toSet());
    }
}
