package io.precinct.cases.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.record.RelationTypes;
import io.precinct.config.SettingsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The types of relations that {@code cases.yml} declares. */
class RelationSettingsTest {
    @TempDir
    Path folder;

    private SettingsFiles files;
    private RelationSettings settings;

    @BeforeEach
    void subscribe() throws IOException {
        write("# nothing\n");
        files = new SettingsFiles(folder, _ -> Set.of("export"), _ -> null, (_, _) -> {});
        settings = new RelationSettings(files);
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("cases.yml"), text);
    }

    private List<String> names() {
        return settings.types().names();
    }

    @Test
    void aReloadChangesThem() throws IOException {
        List<String> ofTheService = RelationTypes.BUILT_IN.names();
        assertThat(names()).isEqualTo(ofTheService).contains("related", "blocks", "blocked_by", "child_of");
        write("relations: {types: {mentions: mentioned_by, resembles: resembles}}\n");
        assertThat(files.reload()).isEmpty();
        assertThat(names())
                .containsAll(ofTheService)
                .contains("mentions", "mentioned_by", "resembles")
                .hasSize(ofTheService.size() + 3);
        write("export: {auto: true}\n");
        assertThat(files.reload()).isEmpty();
        assertThat(names()).isEqualTo(ofTheService);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[mentions] | relations.types takes a map",
                "{Mentions: mentioned_by} | relations.types takes names of lower-case letters, digits and _",
                "{mentions: mentioned by} | relations.types.mentions takes names of lower-case letters, digits and _",
                "{blocks: stopped_by} | relations.types declares blocks, which is the name of a type already",
                "{stops: blocked_by} | relations.types declares blocked_by, which is the name of a type already",
                "{sees: seen_by, shows: seen_by} | relations.types declares seen_by",
                "{sees: seen_by, seen_by: sees} | relations.types declares seen_by"
            })
    void aFileThatIsNotGoodLeavesThemAsTheyWere(String types, String problem) throws IOException {
        write("relations: {types: {mentions: mentioned_by}}\n");
        files.reload();
        List<String> before = names();

        write("relations: {types: " + types + "}\n");
        assertThat(files.reload())
                .isNotEmpty()
                .first()
                .satisfies(found -> assertThat(found.line()).contains("cases.yml:", problem));
        assertThat(names()).isEqualTo(before);
    }
}
