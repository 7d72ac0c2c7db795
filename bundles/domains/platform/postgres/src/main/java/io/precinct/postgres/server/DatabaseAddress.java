package io.precinct.postgres.server;

/**
 * The address and credentials of a database.
 *
 * @param url JDBC URL
 * @param user name of the role
 * @param password secret; {@link #toString} does not contain it
 */
public record DatabaseAddress(String url, String user, String password) {
    @Override
    public String toString() {
        return user + " on " + url;
    }
}
