package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.record.Actor;
import io.precinct.config.SettingsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The people whom {@code cases.yml} lists. */
class PeopleSettingsTest {
    @TempDir
    Path folder;

    private SettingsFiles files;
    private PeopleSettings settings;

    @BeforeEach
    void subscribe() throws IOException {
        write("people: [Night Shift]\n");
        files = new SettingsFiles(folder, _ -> Set.of("export"), _ -> null, (_, _) -> {});
        settings = new PeopleSettings(files);
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("cases.yml"), text);
    }

    private @Nullable String spelled(String name) {
        return settings.people().by(Actor.local("ada")).require("/detective", name, null);
    }

    @Test
    void aReloadChangesThem() throws IOException {
        assertThat(spelled("NIGHT SHIFT")).isEqualTo("Night Shift");
        write("people: [Dan]\n");
        assertThat(files.reload()).isEmpty();
        assertThat(spelled("NIGHT SHIFT")).isEqualTo("NIGHT SHIFT");
        assertThat(spelled("dan")).isEqualTo("Dan");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unassigned", "Default", "\" kim\"", "\"\""})
    void whatIsNoNameLeavesThemAsTheyWere(String name) throws IOException {
        write("people: [Dan, " + name + "]\n");
        assertThat(files.reload())
                .isNotEmpty()
                .first()
                .satisfies(found -> assertThat(found.line()).contains("cases.yml:", "people"));
        assertThat(spelled("night shift")).isEqualTo("Night Shift");
    }
}
