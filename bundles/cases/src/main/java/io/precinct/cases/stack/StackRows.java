package io.precinct.cases.stack;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/** Rows of {@code cases.stack}. */
final class StackRows {
    private static final String TOP =
            "SELECT task_id FROM cases.stack WHERE principal = ? ORDER BY position DESC LIMIT 1";

    private static final String HOLDERS = "SELECT DISTINCT principal FROM cases.stack WHERE task_id = ANY (?)";

    /** In one round trip; each statement sees what is committed once the one before has its locks. */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(key) FROM unnest(?::bigint[]) AS key;\n"
            + "SELECT principal, task_id FROM cases.stack WHERE principal = ANY (?) ORDER BY principal, position DESC;\n"
            + HOLDERS;

    private StackRows() {}

    /** Stacks under lock: by principal, the top first; and who holds the cases in question now. */
    record Locked(Map<String, List<String>> stacks, Set<String> holders) {}

    static @Nullable String top(Handle handle, String principal) {
        try (PreparedStatement statement = handle.getConnection().prepareStatement(TOP)) {
            statement.setString(1, principal);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    static Set<String> holders(Handle handle, Collection<String> ids) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        try (PreparedStatement statement = handle.getConnection().prepareStatement(HOLDERS)) {
            statement.setArray(1, statement.getConnection().createArrayOf("text", ids.toArray()));
            try (ResultSet rows = statement.executeQuery()) {
                return strings(rows);
            }
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    static Locked lock(Handle handle, Set<String> principals, Collection<String> ids) {
        try (PreparedStatement statement = handle.getConnection().prepareStatement(LOCK)) {
            Object[] keys =
                    principals.stream().map(StackRows::key).distinct().sorted().toArray();
            statement.setArray(1, statement.getConnection().createArrayOf("bigint", keys));
            statement.setArray(2, statement.getConnection().createArrayOf("text", principals.toArray()));
            statement.setArray(3, statement.getConnection().createArrayOf("text", ids.toArray()));
            statement.execute();
            statement.getMoreResults();
            var stacks = new HashMap<String, List<String>>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    stacks.computeIfAbsent(rows.getString(1), _ -> new ArrayList<>())
                            .add(rows.getString(2));
                }
            }
            statement.getMoreResults();
            try (ResultSet rows = statement.getResultSet()) {
                return new Locked(stacks, strings(rows));
            }
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    private static Set<String> strings(ResultSet rows) throws SQLException {
        var strings = new HashSet<String>();
        while (rows.next()) {
            strings.add(rows.getString(1));
        }
        return strings;
    }

    /** The advisory lock of a principal's stack; the same on every node. */
    private static long key(String principal) {
        return UUID.nameUUIDFromBytes(("precinct stack\n" + principal).getBytes(StandardCharsets.UTF_8))
                .getMostSignificantBits();
    }
}
