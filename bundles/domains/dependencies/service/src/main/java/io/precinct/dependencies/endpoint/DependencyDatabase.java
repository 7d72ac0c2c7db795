package io.precinct.dependencies.endpoint;

import io.precinct.dependencies.event.EventStore;
import io.precinct.dependencies.event.ProducerOwners;
import io.precinct.dependencies.event.ProducerSettings;
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
    private final ProducerOwners owners;

    /** Opens the database. */
    @Activate
    public DependencyDatabase(@Reference Databases databases, @Reference ProducerSettings producers) {
        database = databases.open(EventStore.SCHEMA);
        owners = new ProducerOwners(producers);
    }

    /** Returns the database. */
    public Database database() {
        return database;
    }

    /** Returns who may write with the name of which producer. */
    public ProducerOwners owners() {
        return owners;
    }

    /** Returns the store that adds events. */
    public EventStore events() {
        return events;
    }
}
