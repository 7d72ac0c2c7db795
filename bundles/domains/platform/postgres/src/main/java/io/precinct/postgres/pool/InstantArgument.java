package io.precinct.postgres.pool;

import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;

/**
 * Binds points in time as {@code timestamptz}. JDBI itself binds them without a type, in the time zone of the process.
 */
final class InstantArgument extends AbstractArgumentFactory<Instant> {
    InstantArgument() {
        super(Types.TIMESTAMP_WITH_TIMEZONE);
    }

    @Override
    protected Argument build(Instant value, ConfigRegistry config) {
        return (position, statement, _) -> statement.setObject(position, value.atOffset(ZoneOffset.UTC));
    }
}
