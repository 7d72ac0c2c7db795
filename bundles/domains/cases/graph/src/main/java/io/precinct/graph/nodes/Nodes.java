package io.precinct.graph.nodes;

import io.precinct.api.contract.Type;
import io.precinct.graph.api.Graph.Node;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Idempotency;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Resource;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads and writes the nodes in the database. Thread-safe. */
@Component(service = Nodes.class)
public final class Nodes {
    /** Most bytes of a body in UTF-8. */
    public static final int LARGEST = 1 << 20;

    /** When a node last changed. */
    public static final Property<Node, Instant> UPDATED_AT = Property.of("updated_at", Type.time(), Node::updatedAt);

    /** A node as it is served. */
    public static final Resource<Node> RESOURCE = Resource.<Node>of(
                    Property.of("slug", Type.text().example("handbook"), Node::slug),
                    Property.of("body", Type.text().example("# Handbook\n"), Node::body)
                            .describedAs("Markdown."),
                    Property.of("version", Type.integer(1, Long.MAX_VALUE), Node::version),
                    UPDATED_AT)
            .named("Node");

    private static final Schema SCHEMA = Schema.of("graph", Nodes.class, "001-graph.sql", "002-departures.sql");

    private static final String READ = "SELECT slug, body, version, updated_at FROM graph.node WHERE slug = ?";

    private static final String READ_ALL =
            "SELECT slug, body, version, updated_at FROM graph.node WHERE slug = ANY (?)";

    private static final String LOCK = READ + " FOR UPDATE";

    /** Waits for a transaction that is creating the same node. */
    private static final String PREPARE = """
            INSERT INTO graph.node (slug, body, version, updated_at) VALUES (?, '', 0, now())
            ON CONFLICT (slug) DO NOTHING
            """;

    /** A node that is created again continues to count after its last version, so that no version is given twice. */
    private static final String WRITE = """
            UPDATE graph.node n SET body = ?, updated_at = clock_timestamp(),
                version = 1 + CASE WHEN n.version > 0 THEN n.version
                    ELSE coalesce((SELECT d.last_version FROM graph.departure d WHERE d.slug = n.slug), 0) END
            WHERE slug = ?
            RETURNING slug, body, version, updated_at
            """;

    /** Selects a range of the primary key: names with the same prefix are adjacent. */
    private static final String BETWEEN =
            "SELECT slug, version FROM graph.node WHERE slug > ? AND slug < ? ORDER BY slug LIMIT ?";

    /** Sorts after every character of a name. */
    private static final String END = "~";

    private static final String REMOVE_UNCHANGED = "DELETE FROM graph.node WHERE slug = ? AND version = ?";

    private static final String REMOVE = "DELETE FROM graph.node WHERE slug = ?";

    private final Database database;
    private final Idempotency idempotency;
    private volatile boolean migrated;

    /** Creates the store in the database that all domains share. */
    @Activate
    public Nodes(@Reference Databases databases) {
        database = databases.open(SCHEMA);
        idempotency = new Idempotency(databases);
    }

    /** Returns the database with the tables of the nodes. */
    public Database database() {
        return database;
    }

    /** Returns the store of outcomes by {@code Idempotency-Key}. */
    public Idempotency idempotency() {
        return idempotency;
    }

    /** Returns a node, or null. */
    public @Nullable Node read(String slug) {
        return database.read(transaction -> one(transaction, READ, slug));
    }

    /** Returns the nodes among these that exist, in any order. */
    public List<Node> readAll(Collection<String> slugs) {
        return database.read(transaction -> all(transaction, slugs));
    }

    /** As {@link #readAll(Collection)}, as seen by a transaction, which may belong to another domain. */
    public List<Node> readAll(Transaction transaction, Collection<String> slugs) {
        awaitSchema();
        return all(transaction, slugs);
    }

    private static List<Node> all(Transaction transaction, Collection<String> slugs) {
        return transaction
                .createQuery(READ_ALL)
                .bindArray(0, String.class, slugs)
                .map(Nodes::node)
                .list();
    }

    /** Locks a node until the transaction ends and returns it, or null. */
    public @Nullable Node locked(Transaction transaction, String slug) {
        return one(transaction, LOCK, slug);
    }

    /**
     * Locks a node until the transaction ends. If there is none, creates a node of version 0, which the caller must
     * write with {@link #written}.
     */
    public Node lockedOrNew(Transaction transaction, String slug) {
        Node node = locked(transaction, slug);
        while (node == null) {
            transaction.execute(PREPARE, slug);
            node = locked(transaction, slug);
        }
        return node;
    }

    /**
     * Replaces the body of a locked node.
     *
     * @throws Refusal 422 {@code node_too_large}
     */
    public Node written(Transaction transaction, Node node, String body) {
        checkSize(node.slug(), body);
        return transaction.select(WRITE, body, node.slug()).map(Nodes::node).one();
    }

    /**
     * Checks that a body is not too large for a node.
     *
     * @throws Refusal 422 {@code node_too_large}
     */
    public static void checkSize(String slug, String body) {
        if (body.length() * 3L > LARGEST && body.getBytes(StandardCharsets.UTF_8).length > LARGEST) {
            throw Refusal.of(
                    422,
                    "node_too_large",
                    "the node " + slug + " would have more than " + LARGEST + " bytes",
                    "max_bytes",
                    LARGEST);
        }
    }

    /**
     * A node in one of its versions.
     *
     * @param slug the name of the node
     * @param version counts the changes of the node from 1
     */
    record Revision(String slug, long version) {}

    /**
     * Returns the nodes whose names have this prefix, sorted by name.
     *
     * @param after the name after which the result begins, or "" to begin with the first
     */
    List<Revision> startingWith(String prefix, String after, int limit) {
        return database.read(transaction -> transaction
                .select(BETWEEN, after.isEmpty() ? prefix : after, prefix + END, limit)
                .map((row, _) -> new Revision(row.getString(1), row.getLong(2)))
                .list());
    }

    /** Removes the nodes among these that still have the given version; returns how many were removed. */
    int removeUnchanged(Collection<Revision> revisions) {
        return database.write(transaction -> {
            PreparedBatch removals = transaction.prepareBatch(REMOVE_UNCHANGED);
            revisions.forEach(node -> removals.add(node.slug(), node.version()));
            return IntStream.of(removals.execute()).sum();
        });
    }

    /** Removes a node if it exists. The transaction may belong to another domain. */
    public void remove(Transaction transaction, String slug) {
        awaitSchema();
        transaction.execute(REMOVE, slug);
    }

    /**
     * Waits until the schema is migrated. Call it before work in a transaction of another domain: that transaction
     * waited only for the schema of its own domain.
     */
    public void awaitSchema() {
        if (!migrated) {
            database.read(_ -> 0);
            migrated = true;
        }
    }

    private static @Nullable Node one(Transaction transaction, String sql, String slug) {
        return transaction.select(sql, slug).map(Nodes::node).findOne().orElse(null);
    }

    private static Node node(ResultSet row, StatementContext context) throws SQLException {
        return new Node(row.getString(1), row.getString(2), row.getLong(3), Timestamps.required(row, 4));
    }
}
