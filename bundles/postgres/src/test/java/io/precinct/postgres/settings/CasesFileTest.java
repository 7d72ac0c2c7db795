package io.precinct.postgres.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.config.tag.YamlDocuments;
import io.precinct.core.api.config.Problem;
import io.precinct.postgres.server.DatabaseAddress;
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
        assertThat(settings.external()).isEqualTo(new DatabaseAddress("jdbc:postgresql://db/precinct", "p", "s3cr$t"));
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
                        "cases.yml:2: there is no key 'exprt' (there are database, ingest, export, recurring)",
                        "cases.yml:4: export has no key 'atuo' (it has auto)");
        assertThat(problems("export: {auto: maybe}\n"))
                .containsExactly("cases.yml:1: export.auto is true or false, not \"maybe\"");
    }

    @Test
    void recurringIsCheckedKeyByKey() throws IOException {
        assertThat(read("""
                recurring: {enabled: false, timezone: Europe/Berlin, max_catch_up: 1000, poll_seconds: 1}
                """).problems()).isEmpty();
        assertThat(read("recurring:\n").problems()).isEmpty();
        assertThat(problems("""
                export: {auto: true}
                recurring:
                  enabled: perhaps

                  # where we are
                  timezone: Atlantis/Capital
                  max_catch_up: 0
                  poll_seconds: 2.5
                  tempo: 3
                """))
                .containsExactlyInAnyOrder(
                        "cases.yml:3: recurring.enabled is true or false, not \"perhaps\"",
                        "cases.yml:6: recurring.timezone is a name of the IANA time zone database, say Europe/Berlin,"
                                + " not \"Atlantis/Capital\"",
                        "cases.yml:7: recurring.max_catch_up is a number from 1 to 1000, not 0",
                        "cases.yml:8: recurring.poll_seconds is a number from 1 to 3600, not 2.5",
                        "cases.yml:9: recurring has no key 'tempo'"
                                + " (it has enabled, timezone, max_catch_up, poll_seconds)");
        assertThat(problems("recurring: 3\n"))
                .containsExactly("cases.yml:1: recurring takes a map of enabled, timezone, max_catch_up, poll_seconds,"
                        + " not 3");
    }

    /** The schema is for editors; the reader decides. */
    @Test
    void theSchemaHasTheSameKeys() throws Exception {
        Path schema = Path.of(System.getProperty("precinct.root")).resolve("docs/schema/cases.schema.json");
        Map<?, ?> properties = (Map<?, ?>) ((Map<?, ?>) new YamlDocuments().read(schema)).get("properties");
        for (Map.Entry<?, ?> section : properties.entrySet()) {
            String known = String.join(
                    "",
                    read(section.getKey() + ": {no: 1}\n").problems().stream()
                            .map(Problem::line)
                            .toList());
            if (((Map<?, ?>) section.getValue()).get("properties") instanceof Map<?, ?> keys) {
                assertThat(known)
                        .contains("it has " + String.join(", ", keys.keySet().toArray(String[]::new)));
            }
        }
        assertThat(problems("nothing: 1\n"))
                .containsExactly("cases.yml:1: there is no key 'nothing' (there are "
                        + String.join(", ", properties.keySet().toArray(String[]::new)) + ")");
    }

    @Test
    void badYamlIsSaidWithItsLine() throws IOException {
        assertThat(problems("database:\n  url: [\n")).singleElement().asString().startsWith("cases.yml:");
    }
}
