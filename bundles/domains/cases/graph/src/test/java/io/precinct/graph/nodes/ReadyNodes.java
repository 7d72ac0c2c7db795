package io.precinct.graph.nodes;

import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.PooledDatabases;
import io.precinct.testing.Eventually;

/**
 * Creates nodes whose database is ready: a database that was just opened refuses work until its first connection
 * exists, and if its migration takes longer than some seconds.
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
        var nodes = new Nodes(databases);
        Eventually.until(
                () -> "the database is migrated: " + databases.pending(),
                () -> databases.pending().isEmpty());
        return nodes;
    }
}
