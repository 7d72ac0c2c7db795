package io.precinct.postgres.server;

import org.jspecify.annotations.Nullable;

/**
 * A server that runs outside this process; closing this object does nothing.
 *
 * @param address the address of the server, or of the pooler before it
 * @param around the address of the server itself if there is a pooler before it, else null
 */
public record ExternalServer(
        DatabaseAddress address, @Nullable DatabaseAddress around) implements Server {
    @Override
    public DatabaseAddress direct() {
        return around == null ? address : around;
    }

    @Override
    public boolean isPooled() {
        return around != null;
    }

    @Override
    public void close() {
        // others run the server
    }
}
