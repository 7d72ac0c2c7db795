package io.precinct.postgres.server;

import java.sql.SQLException;

/** The server does not run; the human-readable message says why. */
public final class ServerUnreachable extends SQLException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public ServerUnreachable(String why) {
        super(why, "08001");
    }
}
