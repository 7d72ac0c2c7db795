package io.precinct.graph.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.api.Cases;
import io.precinct.graph.api.Graph.Node;
import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.api.Transaction;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class OrphanSweepTest {
    private static final String SLUG = "case-task-00000000-0000-4000-8000-000000000001";
    private static final TestDatabase DATABASE = TestDatabase.fresh();
    private static final Nodes NODES = ReadyNodes.of(DATABASE);

    @AfterAll
    static void stop() {
        DATABASE.close();
    }

    private static Node write(String body) {
        return NODES.database()
                .write(transaction -> NODES.written(transaction, NODES.lockedOrNew(transaction, SLUG), body));
    }

    /** Reports that no case exists; right afterwards, a case is created with the id and its node is written. */
    private static final class CreatedAnew implements Cases {
        private final CountDownLatch asked = new CountDownLatch(1);

        @Override
        public ZoneId timezone() {
            return ZoneId.of("UTC");
        }

        @Override
        public Set<String> existing(Collection<String> ids) {
            write("# of the new case");
            asked.countDown();
            return Set.of();
        }

        @Override
        public @Nullable Map<String, @Nullable Object> find(String id) {
            throw new UnsupportedOperationException("not of use here");
        }

        @Override
        public boolean lock(Transaction transaction, String id) {
            return hold(transaction, id);
        }

        @Override
        public void changed(Transaction transaction, String id, Change change, String actor) {
            throw new UnsupportedOperationException("not of use here");
        }

        @Override
        public boolean hold(Transaction transaction, String id) {
            throw new UnsupportedOperationException("not of use here");
        }

        @Override
        public Map<String, @Nullable Object> create(
                Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, String actor) {
            throw new UnsupportedOperationException("not of use here");
        }

        @Override
        public List<Problem> problems(Map<String, @Nullable Object> fields) {
            throw new UnsupportedOperationException("not of use here");
        }

        @Override
        public List<String> listedMembers() {
            throw new UnsupportedOperationException("not of use here");
        }

        @Override
        public Instances instances(String templateId, @Nullable List<? extends @Nullable Object> after, int limit) {
            throw new UnsupportedOperationException("not of use here");
        }
    }

    @Test
    void aNodeThatIsWrittenAfterTheCasesWereAskedStays() throws Exception {
        write("# of the deleted case");
        var cases = new CreatedAnew();
        var sweep = new OrphanSweep(NODES, cases);
        try {
            assertThat(cases.asked.await(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            sweep.close();
        }
        Node node = Objects.requireNonNull(NODES.read(SLUG), "the node was removed");
        assertThat(node.body()).isEqualTo("# of the new case");
    }
}
