package io.precinct.postgres;

import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.postgres.server.Server;
import io.precinct.postgres.server.ServerUnreachable;

/** The server of an instance that only checks its configuration and opens no database. */
final class UnopenedServer implements Server {
    @Override
    public DatabaseAddress address() throws ServerUnreachable {
        throw new ServerUnreachable("the configuration is only checked");
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
