package io.precinct.itests.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestDatabaseTest {
    private static final Schema NOTES = new Schema(
            "notes", List.of(new Schema.Migration("001.sql", "CREATE TABLE notes.note (text text NOT NULL)")));

    @Test
    void everyDatabaseStartsEmptyAndItsNodesSeeTheSame() {
        try (var one = TestDatabase.fresh();
                var other = TestDatabase.fresh();
                var node = one.node()) {
            add(one.open(NOTES), "here");

            assertThat(texts(one.open(NOTES))).containsExactly("here");
            assertThat(texts(node.open(NOTES))).containsExactly("here");
            assertThat(texts(other.open(NOTES))).isEmpty();
        }
    }

    private static void add(Database database, String text) {
        database.write(transaction -> transaction.execute("INSERT INTO notes.note VALUES (?)", text));
    }

    private static List<String> texts(Database database) {
        return database.read(transaction -> transaction
                .createQuery("SELECT text FROM notes.note")
                .mapTo(String.class)
                .list());
    }
}
