package io.precinct.postgres.server;

/**
 * A server that is run outside this process; closing it does nothing.
 *
 * @param address of the server
 */
public record ExternalServer(DatabaseAddress address) implements Server {
    @Override
    public void close() {
        // it is run by others
    }
}
