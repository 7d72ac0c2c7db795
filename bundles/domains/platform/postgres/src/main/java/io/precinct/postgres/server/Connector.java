package io.precinct.postgres.server;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Opens connections to a server at its current address. Calls the driver directly, because {@code DriverManager} and
 * service files find only drivers that the class loader of the caller can see. Thread-safe.
 */
public final class Connector implements DataSource {
    private static final String CONNECT_SECONDS = "3";
    /**
     * Socket time-out for a server that vanished without closing; a running server itself ends every statement before
     * that.
     */
    private static final String SILENCE_SECONDS = "10";
    /**
     * Transactions have one snapshot unless they write (see {@code Pool}). No statement or wait for a lock takes longer
     * than a client would wait; idle transactions are ended.
     */
    private static final String SESSION = "-c default_transaction_isolation=repeatable\\ read"
            + " -c statement_timeout=8000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000"
            + " -c TimeZone=UTC";

    private final Driver driver = new Driver();
    private final Server server;

    /** Creates connections to {@code server}. */
    public Connector(Server server) {
        this.server = server;
    }

    @Override
    public Connection getConnection() throws SQLException {
        DatabaseAddress address = server.address();
        var properties = new Properties();
        properties.setProperty("user", address.user());
        properties.setProperty("password", address.password());
        properties.setProperty("ApplicationName", "precinct");
        properties.setProperty("connectTimeout", CONNECT_SECONDS);
        properties.setProperty("loginTimeout", CONNECT_SECONDS);
        properties.setProperty("socketTimeout", SILENCE_SECONDS);
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("options", SESSION);
        properties.setProperty("logServerErrorDetail", "false");
        Connection connection = driver.connect(address.url(), properties);
        if (connection == null) {
            throw new SQLException("the database's url begins with jdbc:postgresql:", "08001");
        }
        return connection;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the server knows who connects");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // the driver logs nothing there
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // the constant above applies
    }

    @Override
    public int getLoginTimeout() {
        return Integer.parseInt(CONNECT_SECONDS);
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the driver has no logger of its own");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("nothing is wrapped");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
