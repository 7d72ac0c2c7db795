package io.precinct.dependencies.event;

import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may write with the name of a producer: whoever wrote with it first, unless the settings name the users.
 * Owners are in the database; names that are known to have one are remembered. Thread-safe.
 */
public final class ProducerOwners {
    /** The names of the importer, whose events are its own. */
    private static final String IMPORTER = "import:";

    private static final int MOST_REMEMBERED = 10_000;

    private static final String CLAIM = "INSERT INTO dependencies.producer (name, owner)"
            + " SELECT unnest(?::text[]), ? ON CONFLICT (name) DO NOTHING";

    private static final String OWNERS = "SELECT name, owner FROM dependencies.producer WHERE name = ANY (?)";

    private final ProducerSettings settings;
    private final Set<String> claimed = ConcurrentHashMap.newKeySet();

    /** Creates the owners under these settings. */
    public ProducerOwners(ProducerSettings settings) {
        this.settings = settings;
    }

    /**
     * Claims the names of events for a writer, in the transaction that adds them.
     *
     * @param user the writer, or null if no listener authenticated one; such a writer may use every name
     * @throws Refusal 403 {@code producer_taken} if some belong to others
     */
    public void claim(Transaction transaction, @Nullable String user, List<DependencyEvent> events) {
        Set<String> names = new TreeSet<>();
        events.forEach(event -> names.add(event.producer()));
        if (user == null) {
            names.removeAll(claimed);
        }
        if (names.isEmpty()) {
            return;
        }
        transaction
                .createUpdate(CLAIM)
                .bindArray(0, String.class, List.copyOf(names))
                .bind(1, user)
                .execute();
        if (user != null) {
            check(user, names, owners(transaction, names));
        }
    }

    /** Remembers names whose claims are committed, so that the next writer without a name need not claim them. */
    public void remember(List<DependencyEvent> events) {
        for (DependencyEvent event : events) {
            if (claimed.size() < MOST_REMEMBERED) {
                claimed.add(event.producer());
            }
        }
    }

    private static Map<String, @Nullable String> owners(Transaction transaction, Collection<String> names) {
        return transaction
                .createQuery(OWNERS)
                .bindArray(0, String.class, List.copyOf(names))
                .reduceResultSet(new HashMap<String, @Nullable String>(), (all, row, _) -> {
                    all.put(row.getString(1), row.getString(2));
                    return all;
                });
    }

    private void check(String user, Set<String> names, Map<String, @Nullable String> owners) {
        Map<String, Set<String>> configured = settings.users();
        List<String> refused = new ArrayList<>();
        for (String name : names) {
            Set<String> users = configured.get(name);
            boolean allowed = users != null ? users.contains(user) : user.equals(owners.get(name));
            if (!allowed || name.startsWith(IMPORTER)) {
                refused.add(name);
            }
        }
        if (!refused.isEmpty()) {
            throw Refusal.of(
                    403,
                    "producer_taken",
                    "the producer " + String.join(", ", refused) + " belongs to another user, or to a client of the"
                            + " internal listener; dependencies.yml may name the users (producers.NAME.users)",
                    "producers",
                    refused);
        }
    }
}
