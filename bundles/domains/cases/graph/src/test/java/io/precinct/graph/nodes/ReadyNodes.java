package io.precinct.graph.nodes;

import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.PooledDatabases;
import io.precinct.testing.Eventually;

/**
 * Creates nodes whose database is ready: a database that was just opened refuses work until its first connection
 * exists.
 */
public final class ReadyNodes {
    private ReadyNodes() {}

    /** Returns the nodes of a test. */
    public static Nodes of(TestDatabase database) {
        return of(database.databases());
    }

    /** Returns the nodes as another process sees them. */
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
