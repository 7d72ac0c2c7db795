package io.precinct.postgres.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.config.tag.YamlDocuments;
import io.precinct.core.api.config.Problem;
import io.precinct.postgres.server.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CasesFileTest {
    @TempDir
    Path folder;

    private CasesFile.Reading read(String text) throws IOException {
        Files.writeString(folder.resolve("cases.yml"), text);
        return CasesFile.read(folder, new YamlDocuments(), Map.of("SECRET", "s3cr$t")::get);
    }

    private java.util.List<String> problems(String text) throws IOException {
        CasesFile.Reading reading = read(text);
        assertThat(reading.settings()).isNull();
        return reading.problems().stream()
                .map(Problem::line)
                .map(line -> line.replace(folder + "/", ""))
                .toList();
    }

    @Test
    void withoutTheFileOrTheKeyTheDatabaseIsEmbedded() throws IOException {
        assertThat(CasesFile.read(folder, new YamlDocuments(), name -> null).settings())
                .isEqualTo(DatabaseSettings.EMBEDDED);
        assertThat(read("# nothing\n").settings()).isEqualTo(DatabaseSettings.EMBEDDED);
        assertThat(read("ingest: x\n").settings()).isEqualTo(DatabaseSettings.EMBEDDED);
        assertThat(read("database: {connections: 5}\n").settings()).isEqualTo(new DatabaseSettings(null, 5));
    }

    @Test
    void anExternalOneTakesItsPasswordFromTheEnvironmentAndNeverShowsIt() throws IOException {
        DatabaseSettings settings = read("""
                database:
                  url: jdbc:postgresql://db/precinct
                  user: p
                  password: ${SECRET}
                """).settings();

        assertThat(settings).isNotNull();
        assertThat(settings.external()).isEqualTo(new Address("jdbc:postgresql://db/precinct", "p", "s3cr$t"));
        assertThat(settings.toString()).doesNotContain("s3cr$t");
    }

    @Test
    void everyFaultIsFoundAtOnceWithItsPlace() throws IOException {
        assertThat(problems("""
                ingest: x
                database:
                  url: mysql://db
                  password: ${UNSET}
                  connections: 1
                  pool: 3
                """))
                .containsExactlyInAnyOrder(
                        "cases.yml:3: database.url begins with jdbc:postgresql: (say jdbc:postgresql://HOST/DATABASE)",
                        "cases.yml:2: database.user is missing (the role to connect as)",
                        "cases.yml:4: database.password names the environment variable UNSET, which is not set"
                                + " (set it before the start)",
                        "cases.yml:5: database.connections is a number from 2 to 200, not 1",
                        "cases.yml:6: database has no key 'pool' (it has url, user, password, connections)");
    }

    @Test
    void theKeysOfOthersAreCheckedAsWell() throws IOException {
        assertThat(read("ingest: ../in\nexport: {auto: true}\n").problems()).isEmpty();
        assertThat(problems("""
                ingest: 3
                exprt: {auto: true}
                export:
                  atuo: true
                """))
                .containsExactlyInAnyOrder(
                        "cases.yml:1: ingest is the path of a folder, not 3",
                        "cases.yml:2: there is no key 'exprt' (there are database, ingest, export)",
                        "cases.yml:3: export has no key 'atuo' (it has auto)");
        assertThat(problems("export: {auto: maybe}\n"))
                .containsExactly("cases.yml:1: export.auto is true or false, not \"maybe\"");
    }

    @Test
    void badYamlIsSaidWithItsLine() throws IOException {
        assertThat(problems("database:\n  url: [\n")).singleElement().asString().startsWith("cases.yml:");
    }
}
