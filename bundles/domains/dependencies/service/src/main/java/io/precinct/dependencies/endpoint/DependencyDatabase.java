package io.precinct.dependencies.endpoint;

import io.precinct.dependencies.event.EventStore;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The database with the events, and the store that adds events. Thread-safe. */
@Component(service = DependencyDatabase.class)
public final class DependencyDatabase {
    private final Database database;
    private final EventStore events = new EventStore();

    /** Opens the database. */
    @Activate
    public DependencyDatabase(@Reference Databases databases) {
        database = databases.open(EventStore.SCHEMA);
    }

    /** Returns the database. */
    public Database database() {
        return database;
    }

    /** Returns the store that adds events. */
    public EventStore events() {
        return events;
    }
}
