package io.precinct.postgres.server;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Thrown where a connection needs a session of its own and leads to a pooler; the message says what to configure. */
public final class PoolerInTheWay extends SQLException {
    private static final long serialVersionUID = 1L;

    PoolerInTheWay(String what, @Nullable Throwable cause) {
        super(what, "08P01", cause);
    }
}
