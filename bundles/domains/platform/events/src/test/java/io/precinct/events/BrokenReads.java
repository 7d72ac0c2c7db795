package io.precinct.events;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Databases whose reads fail with an error while a test requests it. */
final class BrokenReads implements Databases {
    private final Databases databases;
    private volatile boolean broken;

    /** The number of reads that failed. */
    final AtomicInteger errors = new AtomicInteger();

    BrokenReads(Databases databases) {
        this.databases = databases;
    }

    void broken(boolean now) {
        broken = now;
    }

    @Override
    public Database open(Schema schema) {
        Database database = databases.open(schema);
        return new Database() {
            @Override
            public <T extends @Nullable Object> T read(Work<T> work) {
                if (broken) {
                    errors.incrementAndGet();
                    throw new StackOverflowError("a test wants it so");
                }
                return database.read(work);
            }

            @Override
            public <T extends @Nullable Object> T readAtOnce(Work<T> work) {
                return read(work);
            }

            @Override
            public <T extends @Nullable Object> T write(Work<T> work) {
                return database.write(work);
            }

            @Override
            public AutoCloseable listen(String channel, Runnable wake) {
                return database.listen(channel, wake);
            }
        };
    }
}
