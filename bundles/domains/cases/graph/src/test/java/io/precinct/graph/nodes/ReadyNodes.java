package io.precinct.graph.nodes;

import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.PooledDatabases;
import io.precinct.testing.Eventually;

/** Nodes in a database that answers: one that was opened a moment ago refuses work until its first connection stands. */
public final class ReadyNodes {
    private ReadyNodes() {}

    /** The nodes of a test. */
    public static Nodes of(TestDatabase database) {
        return of(database.databases());
    }

    /** The nodes as another process sees them. */
    public static Nodes ofAnother(TestDatabase database) {
        return of(database.node());
    }

    private static Nodes of(PooledDatabases databases) {
        Eventually.until(
                () -> "the database is there: " + databases.absence(),
                () -> databases.absence().isEmpty());
        return new Nodes(databases);
    }
}
