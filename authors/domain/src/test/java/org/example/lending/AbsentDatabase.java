package org.example.lending;

import io.precinct.api.boundary.Body;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Transaction;

/** What a domain has while its database is not there: all that needs no row is tested with it. */
final class AbsentDatabase implements Databases, Database, Events {
    private static DatabaseUnavailable absent() {
        return new DatabaseUnavailable("there is no database in this test", true, null);
    }

    @Override
    public Database open(Schema schema) {
        return this;
    }

    @Override
    public <T> T read(Work<T> work) {
        throw absent();
    }

    @Override
    public <T> T readAtOnce(Work<T> work) {
        throw absent();
    }

    @Override
    public <T> T write(Work<T> work) {
        throw absent();
    }

    @Override
    public AutoCloseable listen(String channel, Runnable wake) {
        return () -> {};
    }

    @Override
    public void append(Transaction transaction, Event event) {
        throw absent();
    }

    @Override
    public Insert insert(Event event) {
        throw absent();
    }

    @Override
    public Body.Push stream(Feed feed, Long after) {
        throw absent();
    }

    @Override
    public Missed missed(Feed feed, long after, int limit) {
        throw absent();
    }
}
