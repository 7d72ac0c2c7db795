package io.precinct.postgres.server;

/**
 * A server that runs outside this process; closing this object does nothing.
 *
 * @param address the address of the server
 */
public record ExternalServer(DatabaseAddress address) implements Server {
    @Override
    public void close() {
        // others run the server
    }
}
