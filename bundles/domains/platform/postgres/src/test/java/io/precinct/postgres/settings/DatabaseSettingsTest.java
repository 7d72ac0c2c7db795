package io.precinct.postgres.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.config.SettingsFiles;
import io.precinct.core.api.config.Problem;
import io.precinct.postgres.server.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseSettingsTest {
    private static final DatabaseSettings EMBEDDED = new DatabaseSettings(null, null, 10);
    private static final String EXTERNAL = """
            database:
              url: jdbc:postgresql://db/precinct
              user: p
              password: ${SECRET}
            """;

    @TempDir
    Path folder;

    private final List<DatabaseSettings> taken = new ArrayList<>();
    private SettingsFiles files;

    @BeforeEach
    void follow() {
        files = new SettingsFiles(folder, _ -> Set.of("ingest"), Map.of("SECRET", "s3cr$t")::get, (_, _) -> {});
        files.subscribe(DatabaseSettings.PART, file -> {
            DatabaseSettings read = DatabaseSettings.of(file);
            return () -> taken.add(read);
        });
    }

    private List<String> reload(String text) throws IOException {
        Files.writeString(folder.resolve("cases.yml"), text);
        files.reload();
        return files.found().stream()
                .map(Problem::line)
                .map(line -> line.replace(folder + "/", ""))
                .toList();
    }

    @Test
    void withoutTheFileOrTheKeyTheDatabaseIsEmbedded() throws IOException {
        assertThat(taken).containsExactly(EMBEDDED);
        assertThat(reload("# nothing\n")).isEmpty();
        assertThat(reload("ingest: x\n")).isEmpty();
        assertThat(taken).containsExactly(EMBEDDED, EMBEDDED, EMBEDDED);
    }

    @Test
    void anExternalOneTakesItsPasswordFromTheEnvironmentAndNeverShowsIt() throws IOException {
        Files.writeString(folder.resolve("cases.yml"), EXTERNAL);
        taken.clear();
        follow();

        assertThat(taken).singleElement().satisfies(settings -> {
            assertThat(settings.external())
                    .isEqualTo(new DatabaseAddress("jdbc:postgresql://db/precinct", "p", "s3cr$t"));
            assertThat(settings.toString()).doesNotContain("s3cr$t");
        });
    }

    @Test
    void aChangeOfItIsToldAndNeedsARestart() throws IOException {
        assertThat(reload("database: {connections: 20}\n"))
                .containsExactly("cases.yml:1: warning: database.connections has changed and needs a restart; what was"
                        + " read before stays in use (restart to use it)");
        assertThat(reload(EXTERNAL))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line)
                        .contains("has changed and needs a restart")
                        .doesNotContain("s3cr$t"));
        assertThat(taken).containsOnly(EMBEDDED);
    }

    @Test
    void everyFaultIsFoundAtOnceWithItsPlace() throws IOException {
        assertThat(reload("""
                ingest: x
                database:
                  url: mysql://db
                  password: ${UNSET}
                  connections: 1
                  pool: 3
                """))
                .containsExactlyInAnyOrder(
                        "cases.yml:3: database.url takes jdbc:postgresql://HOST/DATABASE, got text from this file",
                        "cases.yml:3: database.user is missing (it takes text)",
                        "cases.yml:4: database.password names the environment variable UNSET, which is not set"
                                + " (set it before the start, or write $${UNSET} where it is meant literally)",
                        "cases.yml:5: database.connections takes a whole number from 2 to 200, got 1",
                        "cases.yml:6: unknown key \"pool\" in database (allowed: url, user, password, direct, connections)");
        assertThat(taken).as("nothing of it took effect").containsExactly(EMBEDDED);
    }

    @Test
    void aPasswordIsInNoMessage() throws IOException {
        assertThat(start("database: {url: 'jdbc:postgresql://db/x?password=hunter2', user: u, password: 4711}\n"))
                .containsExactly("cases.yml:1: database.password takes text, got a number from this file");
        assertThat(start("database: {url: 'jdbc:postgresql://db/x?password=hunter2', user: u, password: p}\n"))
                .containsExactly("cases.yml:1: database.url contains a password (it belongs into database.password)");
        assertThat(start("database: {url: 'postgres://u:hunter2@db/x', user: u, password: p}\n"))
                .containsExactly("cases.yml:1: database.url takes jdbc:postgresql://HOST/DATABASE, got text from this"
                        + " file");
    }

    @Test
    void aPoolerHasTheServersOwnAddressBesideIt() throws IOException {
        Files.writeString(folder.resolve("cases.yml"), EXTERNAL + "  direct: jdbc:postgresql://own/precinct\n");
        taken.clear();
        follow();
        assertThat(taken).singleElement().satisfies(settings -> {
            assertThat(settings.direct())
                    .isEqualTo(new DatabaseAddress("jdbc:postgresql://own/precinct", "p", "s3cr$t"));
            assertThat(settings.toString()).doesNotContain("s3cr$t");
        });
        assertThat(start("database: {direct: 'jdbc:postgresql://own/precinct'}\n"))
                .containsExactly("cases.yml:1: database.direct stands alone (it goes with database.url)");
        assertThat(start("database: {url: 'jdbc:postgresql://db/x', user: u, password: p,"
                        + " direct: 'jdbc:postgresql://own/x?password=hunter2'}\n"))
                .containsExactly(
                        "cases.yml:1: database.direct contains a password (it belongs into database.password)");
    }

    /** Returns the problems that a process finds when it starts with this file. */
    private List<String> start(String text) throws IOException {
        Files.writeString(folder.resolve("cases.yml"), text);
        follow();
        return reload(text);
    }
}
