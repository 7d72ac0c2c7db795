package io.precinct.dependencies.event;

import io.precinct.dependencies.api.Definition;
import io.precinct.postgres.api.Transaction;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What producers within this process define, in a transaction of the caller. Stateless, hence thread-safe. */
public final class Definitions {
    private static final String OF = "SELECT name, path FROM dependencies.definition WHERE producer = ?";

    private static final String REMOVE = """
            DELETE FROM dependencies.definition d USING unnest(?::text[], ?::text[]) AS gone (name, path)
            WHERE d.producer = ? AND d.name = gone.name AND d.path = gone.path""";

    private static final String ADD = """
            INSERT INTO dependencies.definition (name, path, producer)
            SELECT name, path, ? FROM unnest(?::text[], ?::text[]) AS fresh (name, path)""";

    private static final String OTHERS =
            "SELECT DISTINCT name, producer FROM dependencies.definition WHERE name = ANY (?) AND producer <> ?";

    private Definitions() {}

    /** Returns what a producer defines, sorted. */
    public static Set<Definition> of(Transaction transaction, String producer) {
        return new TreeSet<>(transaction
                .select(OF, producer)
                .map((row, _) -> new Definition(row.getString(1), row.getString(2)))
                .list());
    }

    /** Replaces what a producer defines; what stays is not written. */
    public static void replace(Transaction transaction, String producer, Set<Definition> definitions) {
        Set<Definition> gone = new HashSet<>(of(transaction, producer));
        Set<Definition> fresh = new HashSet<>(definitions);
        fresh.removeAll(gone);
        gone.removeAll(definitions);
        if (!gone.isEmpty()) {
            transaction
                    .createUpdate(REMOVE)
                    .bindArray(0, String.class, names(gone))
                    .bindArray(1, String.class, paths(gone))
                    .bind(2, producer)
                    .execute();
        }
        if (!fresh.isEmpty()) {
            transaction
                    .createUpdate(ADD)
                    .bind(0, producer)
                    .bindArray(1, String.class, names(fresh))
                    .bindArray(2, String.class, paths(fresh))
                    .execute();
        }
    }

    private static List<String> names(Set<Definition> definitions) {
        return definitions.stream().map(Definition::name).toList();
    }

    private static List<String> paths(Set<Definition> definitions) {
        return definitions.stream().map(Definition::path).toList();
    }

    /** Returns the producers but one that define some of these names, by name. */
    public static Map<String, Set<String>> others(Transaction transaction, String producer, Collection<String> names) {
        return transaction
                .createQuery(OTHERS)
                .bindArray(0, String.class, names)
                .bind(1, producer)
                .reduceResultSet(new TreeMap<>(), (all, row, _) -> {
                    all.computeIfAbsent(row.getString(1), _ -> new TreeSet<>()).add(row.getString(2));
                    return all;
                });
    }
}
