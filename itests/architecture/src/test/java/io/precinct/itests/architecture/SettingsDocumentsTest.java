package io.precinct.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Json;
import io.precinct.cases.PeopleSettings;
import io.precinct.cases.day.ZoneSettings;
import io.precinct.cases.export.ExportSettings;
import io.precinct.cases.lifecycle.ClosingSettings;
import io.precinct.cases.links.RelationSettings;
import io.precinct.cases.trash.TrashSettings;
import io.precinct.config.section.ServiceFile;
import io.precinct.dependencies.event.ProducerSettings;
import io.precinct.dependencies.importer.ImportSettings;
import io.precinct.postgres.settings.DatabaseSettings;
import io.precinct.recurring.RecurringSettings;
import io.precinct.source.settings.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that documents and schemas of settings files match the declarations of their owners.
 * {@code -Dprecinct.documents=write} writes them anew.
 */
class SettingsDocumentsTest {
    private static final Path ROOT = Path.of(System.getProperty("precinct.root"));
    private static final boolean WRITE = "write".equals(System.getProperty("precinct.documents"));

    static List<SettingsDocuments> files() {
        return List.of(
                new SettingsDocuments(
                        "cases.yml",
                        "The case service.",
                        List.of(
                                DatabaseSettings.PART,
                                ZoneSettings.PART,
                                ExportSettings.PART,
                                TrashSettings.PART,
                                PeopleSettings.PART,
                                RelationSettings.PART,
                                ClosingSettings.PART,
                                RecurringSettings.PART),
                        false),
                new SettingsDocuments("source.yml", "Live source.", List.of(SourceFile.PART), false),
                new SettingsDocuments(
                        "dependencies.yml",
                        "The dependency graph.",
                        List.of(ProducerSettings.PART, ImportSettings.PART),
                        false),
                new SettingsDocuments("service.yml", "The request framework.", List.of(ServiceFile.PART), true));
    }

    @ParameterizedTest
    @MethodSource("files")
    void theSchemaIsWhatIsDeclared(SettingsDocuments file) throws Exception {
        Path schema = ROOT.resolve("docs/schema").resolve(file.file().replace(".yml", ".schema.json"));
        Map<?, ?> written = (Map<?, ?>) Json.read(Files.readString(schema));
        String declared = SettingsDocuments.pretty(file.schema(written), "") + "\n";
        if (WRITE) {
            Files.writeString(schema, declared);
        }

        assertThat(Files.readString(schema)).isEqualTo(declared);
    }

    @ParameterizedTest
    @MethodSource("files")
    void theTableOfItsKeysIsWhatIsDeclared(SettingsDocuments file) throws IOException {
        Path page = ROOT.resolve("docs/configuration.md");
        String text = Files.readString(page);
        String begin = "<!-- the declared keys of " + file.file() + " -->\n";
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf("<!-- end of the declared keys -->", from);
        if (WRITE) {
            Files.writeString(page, text.substring(0, from) + file.table() + text.substring(to));
            text = Files.readString(page);
            to = text.indexOf("<!-- end of the declared keys -->", from);
        }

        assertThat(text).contains(begin);
        assertThat(text.substring(from, to)).isEqualTo(file.table());
    }
}
