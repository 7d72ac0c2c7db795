package io.precinct.postgres.server;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Opens connections to a server at its current address. Each has the settings of its transactions as those of its
 * session, except behind a pooler, where sessions have none (see {@link #POOLED}). Calls the driver directly, because {@code DriverManager} and
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

    /** The same settings, to be made at the beginning of each transaction behind a pooler. */
    public static final String POOLED = "SET LOCAL statement_timeout = 8000; SET LOCAL lock_timeout = 5000;"
            + " SET LOCAL idle_in_transaction_session_timeout = 30000; SET LOCAL TimeZone = 'UTC'";

    private static final String ISOLATION = "SHOW default_transaction_isolation";

    private static final String POOLER = "database.url leads to a connection pooler such as PgBouncer: name the"
            + " server's own address as database.direct, which migrations and notifications need";

    private final Driver driver = new Driver();
    private final Server server;
    private final boolean pooled;

    /** Creates connections to {@code server} itself, around a pooler. */
    public Connector(Server server) {
        this(server, false);
    }

    private Connector(Server server, boolean pooled) {
        this.server = server;
        this.pooled = pooled;
    }

    /** Creates connections for transactions, through a pooler if there is one. */
    public static Connector ofTransactions(Server server) {
        return new Connector(server, server.isPooled());
    }

    /** Whether connections lead through a pooler. */
    public boolean isPooled() {
        return pooled;
    }

    /**
     * Checks that a connection to the server itself is none to a pooler, which would ignore the settings of sessions.
     *
     * @throws PoolerInTheWay if it is one
     */
    public static void requireSession(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ISOLATION)) {
            row.next();
            if (!"repeatable read".equals(row.getString(1))) {
                throw new PoolerInTheWay(POOLER, null);
            }
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        DatabaseAddress address = pooled ? server.address() : server.direct();
        var properties = new Properties();
        properties.setProperty("user", address.user());
        properties.setProperty("password", address.password());
        properties.setProperty("ApplicationName", "precinct");
        properties.setProperty("connectTimeout", CONNECT_SECONDS);
        properties.setProperty("loginTimeout", CONNECT_SECONDS);
        properties.setProperty("socketTimeout", SILENCE_SECONDS);
        properties.setProperty("tcpKeepAlive", "true");
        if (pooled) {
            // Statements that the server keeps belong to a session, which the next transaction may not have.
            properties.setProperty("prepareThreshold", "0");
        } else {
            properties.setProperty("options", SESSION);
        }
        properties.setProperty("logServerErrorDetail", "false");
        Connection connection;
        try {
            connection = driver.connect(address.url(), properties);
        } catch (SQLException e) {
            if (!pooled && String.valueOf(e.getMessage()).contains("unsupported startup parameter")) {
                throw new PoolerInTheWay(POOLER, e);
            }
            throw e;
        }
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
