package io.precinct.cases.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.config.SettingsFiles;
import io.precinct.core.api.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosingSettingsTest {
    @TempDir
    Path folder;

    private List<Problem> write(SettingsFiles files, String text) throws IOException {
        Files.writeString(folder.resolve("cases.yml"), text);
        return files.reload();
    }

    @Test
    void aReloadChangesThemAndABadFileDoesNot() throws Exception {
        var files = new SettingsFiles(folder, _ -> Set.of("export"), _ -> null, (_, _) -> {});
        write(files, "# nothing\n");
        var settings = new ClosingSettings(files);
        assertThat(settings.refused()).isEmpty();

        assertThat(write(files, "closing: {refuse: [items, blockers, items]}\n"))
                .isEmpty();
        assertThat(settings.refused()).containsExactlyInAnyOrder("items", "blockers");

        assertThat(write(files, "closing: {refuse: [items, notes]}\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.line())
                        .contains("cases.yml:", "closing.refuse", "notes", "blockers, children, items"));
        assertThat(settings.refused()).containsExactlyInAnyOrder("items", "blockers");

        assertThat(write(files, "export: {auto: true}\n")).isEmpty();
        assertThat(settings.refused()).isEmpty();
        settings.close();
    }
}
