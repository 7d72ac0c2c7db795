package io.precinct.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that the framework does not refer to any domain, not even as text. The domain itself declares what its paths,
 * headers and settings files mean to the framework.
 */
class DomainTextTest {
    private static final Path ROOT = Path.of(System.getProperty("precinct.root"));

    private static final List<String> FRAMEWORK = List.of(
            "bundles/api",
            "bundles/boundaries",
            "bundles/domains/platform/events",
            "bundles/domains/platform/events-api",
            "bundles/domains/platform/postgres",
            "bundles/domains/platform/postgres-api",
            "bundles/formatters",
            "bundles/framework",
            "bundles/resolvers",
            "runtime/launcher");

    private static final List<String> DOMAINS =
            List.of("bundles/domains/cases", "bundles/domains/platform/rest-api", "bundles/domains/source");

    private static final List<String> PATHS =
            List.of("/api/graph", "/api/recurring-templates", "/api/sync", "/api/tasks", "/repos", "/traces");

    /** Headers and settings files of domains. */
    private static final List<String> NAMES = List.of("X-Detective", "cases.yml", "source.yml");

    /** Places where the framework still refers to a domain. Remove an entry here once it is no longer needed. */
    private static final List<String> KNOWN_TODAY = List.of(
            "bundles/domains/platform/postgres/src/main/java/io/precinct/postgres/DatabaseComponent.java: cases.yml",
            "bundles/domains/platform/postgres/src/main/java/io/precinct/postgres/embedded/PostgresPrograms.java: cases.yml",
            "bundles/domains/platform/postgres/src/main/java/io/precinct/postgres/settings/DatabaseSettings.java: cases.yml",
            "bundles/domains/platform/postgres/src/main/java/io/precinct/postgres/settings/package-info.java: cases.yml");

    @Test
    void noSourceOfTheFrameworkNamesAPathAHeaderOrASettingsFileOfADomain() throws IOException {
        var found = new ArrayList<String>();
        for (String module : FRAMEWORK) {
            List<Path> sources = sources(module);
            assertThat(sources).as(module).isNotEmpty();
            for (Path source : sources) {
                String text = Files.readString(source);
                Stream.concat(PATHS.stream(), NAMES.stream())
                        .filter(word -> names(text, word))
                        .forEach(word -> found.add(ROOT.relativize(source) + ": " + word));
            }
        }

        assertThat(found).containsExactlyInAnyOrderElementsOf(KNOWN_TODAY);
    }

    @Test
    void everyNameThatIsLookedForIsOneOfADomain() throws IOException {
        var texts = new StringBuilder();
        for (String module : DOMAINS) {
            for (Path source : sources(module)) {
                texts.append(Files.readString(source));
            }
        }
        String all = texts.toString();

        assertThat(Stream.concat(PATHS.stream(), NAMES.stream()))
                .allSatisfy(word -> assertThat(names(all, word)).as(word).isTrue());
        var declared = new TreeSet<String>();
        Pattern.compile("\"(/api/[a-z-]+)").matcher(all).results().forEach(path -> declared.add(path.group(1)));
        assertThat(PATHS).containsAll(declared);
    }

    /** Without this declaration, a family could be reached at the gateway only if that is configured. */
    @Test
    void everyFamilyOfCasesExposesItsRoutes() throws IOException {
        var families = new ArrayList<String>();
        for (String module : DOMAINS) {
            for (Path source : sources(module)) {
                String text = Files.readString(source);
                if (text.contains("implements BoundaryFamily") && text.contains("\"/api/tasks")) {
                    families.add(ROOT.relativize(source).toString());
                    assertThat(text).as("%s", source).containsAnyOf("CaseRoutes::exposed", ".exposed()");
                }
            }
        }

        assertThat(families).hasSizeGreaterThan(10);
    }

    private static boolean names(String text, String word) {
        return Pattern.compile(Pattern.quote(word.toLowerCase(Locale.ROOT)) + "(?![a-z-])")
                .matcher(text.toLowerCase(Locale.ROOT))
                .find();
    }

    /** The main sources of a module and of those below it. */
    private static List<Path> sources(String module) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/main/"))
                    .toList();
        }
    }
}
