package io.precinct.dependencies.endpoint;

import io.precinct.dependencies.event.EventStore;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The database with the events, and what adds to it. Thread-safe. */
@Component(service = DependencyDatabase.class)
public final class DependencyDatabase {
    private final Database database;
    private final EventStore events = new EventStore();

    /** In these databases. */
    @Activate
    public DependencyDatabase(@Reference Databases databases) {
        database = databases.open(EventStore.SCHEMA);
    }

    /** The database. */
    public Database database() {
        return database;
    }

    /** What adds events. */
    public EventStore events() {
        return events;
    }
}
