package io.precinct.postgres.server;

import java.sql.SQLException;

/** Thrown while the server is not running; the human-readable message states the reason. */
public final class ServerUnreachable extends SQLException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a reason. */
    public ServerUnreachable(String why) {
        super(why, "08001");
    }
}
