package io.precinct.postgres.server;

/**
 * How a database is reached.
 *
 * @param url JDBC URL
 * @param user name of the role
 * @param password secret; {@link #toString} does not show it
 */
public record DatabaseAddress(String url, String user, String password) {
    @Override
    public String toString() {
        return user + " on " + url;
    }
}
