package io.precinct.graph.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.PooledDatabases;
import java.time.Duration;
import java.time.Instant;

/** Nodes in a database that answers: one that was opened a moment ago refuses work until its first connection stands. */
public final class ReadyNodes {
    private static final Duration LIMIT = Duration.ofSeconds(20);

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
        Instant deadline = Instant.now().plus(LIMIT);
        while (databases.absence().isPresent()) {
            assertThat(Instant.now()).as(databases.absence().toString()).isBefore(deadline);
            Thread.onSpinWait();
        }
        return new Nodes(databases);
    }
}
