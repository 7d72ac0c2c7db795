package io.precinct.postgres.pool;

import io.precinct.postgres.api.ConcurrentChange;
import io.precinct.postgres.api.DatabaseUnavailable;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** Classifies SQL failures by their error codes (PostgreSQL, appendix A). */
public final class SqlFaults {
    /** The disk is full. */
    static final String DISK_FULL = "53100";

    private SqlFaults() {}

    /** Returns the first SQL failure among the causes, or null. */
    public static @Nullable SQLException sql(@Nullable Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException found) {
                return found;
            }
        }
        return null;
    }

    /** Whether to run the transaction again: after {@link ConcurrentChange}, a serialisation failure or a deadlock. */
    public static boolean again(Throwable thrown) {
        if (thrown instanceof ConcurrentChange) {
            return true;
        }
        SQLException found = sql(thrown);
        return found != null && ("40001".equals(found.getSQLState()) || "40P01".equals(found.getSQLState()));
    }

    /** Whether a write met a server that takes none. */
    static boolean isReadOnly(Throwable thrown) {
        SQLException found = sql(thrown);
        return found != null && "25006".equals(found.getSQLState());
    }

    /** Whether the connection is lost. */
    public static boolean lost(SQLException found) {
        String state = state(found);
        return state.startsWith("08")
                || state.startsWith("57P")
                || state.startsWith("25P03")
                || found instanceof SQLTransientConnectionException;
    }

    /**
     * Returns the exception for the caller: {@link DatabaseUnavailable} if the database cannot do the work now, else
     * the failure itself.
     *
     * @param committing whether the failure came from the commit, so that its outcome may be unknown
     */
    static RuntimeException meaning(RuntimeException thrown, boolean committing) {
        SQLException found = thrown instanceof DatabaseUnavailable ? null : sql(thrown);
        if (found == null) {
            return thrown;
        }
        String reason = reason(found);
        return reason == null ? thrown : new DatabaseUnavailable(reason, !(committing && lost(found)), thrown);
    }

    /** Returns a human-readable reason without addresses; null if the statement itself is at fault. */
    private static @Nullable String reason(SQLException found) {
        String state = state(found);
        return switch (state) {
            case DISK_FULL -> "the disk of the database is full: writes fail until there is room again";
            case "53300" -> "the database takes no more connections";
            case "57014" -> "the database took too long and was stopped";
            case "55P03" -> "others held what this needs for too long";
            case "57P03" -> "the database is starting or recovering";
            default -> {
                if (state.startsWith("53")) {
                    yield "the database is short of resources";
                }
                if (found instanceof SQLTransientConnectionException) {
                    yield "no connection to the database became free in time";
                }
                yield lost(found) ? "the connection to the database is lost" : null;
            }
        };
    }

    private static String state(SQLException found) {
        return found.getSQLState() == null ? "" : found.getSQLState();
    }
}
