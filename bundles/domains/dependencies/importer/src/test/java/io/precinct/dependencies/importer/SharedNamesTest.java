package io.precinct.dependencies.importer;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.dependencies.endpoint.DependencyDatabase;
import io.precinct.dependencies.endpoint.ProducerLogs;
import io.precinct.dependencies.event.ProducerSettings;
import io.precinct.dependencies.importer.EdgeChanges.Reading;
import io.precinct.dependencies.importer.read.FileKind;
import io.precinct.dependencies.importer.read.Findings;
import io.precinct.dependencies.importer.read.RepositoryReader;
import io.precinct.dependencies.view.GraphLists;
import io.precinct.itests.database.TestDatabase;
import io.precinct.testing.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests names that several repositories define, on the tables of the graph. */
// @req:dependency-identity
class SharedNamesTest {
    private static final Instant COMMITTED = Instant.parse("2026-01-01T00:00:00Z");
    private static final String PROJECT = "library:maven/com.company/project";

    private TestDatabase databases;
    private DependencyDatabase graph;
    private RepositoryImport imports;

    @BeforeEach
    void open() {
        databases = TestDatabase.fresh();
        graph = new DependencyDatabase(databases, ProducerSettings.fixed(Map.of()));
        imports = new RepositoryImport(new ProducerLogs(graph));
        Eventually.untilAsserted(
                "the database answers", () -> graph.database().write(transaction -> transaction.execute("SELECT 1")));
    }

    @AfterEach
    void close() {
        databases.close();
    }

    private static Reading reading(String repository, Map<String, String> files) {
        var reader = new RepositoryReader(repository);
        new TreeMap<>(files).forEach((path, text) -> reader.add(path, Objects.requireNonNull(FileKind.of(path)), text));
        Findings findings = reader.find();
        return new Reading(
                repository,
                "commit-" + files.hashCode(),
                COMMITTED,
                findings.edges(),
                findings.definitions(),
                findings.unreadable());
    }

    private EdgeChanges imported(String repository, Map<String, String> files) {
        return imports.changes(reading(repository, files), false);
    }

    private static String pom(String artifact, String... needs) {
        var text = new StringBuilder(
                "<project><groupId>com.company</groupId><artifactId>" + artifact + "</artifactId><dependencies>");
        for (String each : needs) {
            text.append("<dependency><groupId>com.company</groupId><artifactId>")
                    .append(each)
                    .append("</artifactId></dependency>");
        }
        return text + "</dependencies></project>";
    }

    /** Returns {@code from > to} of each edge that is there, without what the names of these tests share. */
    private List<String> edges() {
        return graph.database()
                .read(transaction -> transaction
                        .select("SELECT DISTINCT s.name || ' > ' || t.name AS edge FROM dependencies.edge e"
                                + " JOIN dependencies.node s ON s.id = e.source JOIN dependencies.node t ON t.id = e.target"
                                + " WHERE asserted ORDER BY edge")
                        .mapTo(String.class)
                        .list()
                        .stream()
                        .map(edge -> edge.replace("library:maven/com.company/", ""))
                        .toList());
    }

    private boolean isDangling(String name) {
        return graph.database()
                .read(transaction -> new GraphLists(transaction, null)
                        .nodes(null, name, null, 10).stream()
                                .filter(node -> node.name().equals(name))
                                .findFirst()
                                .orElseThrow()
                                .dangling());
    }

    @Test
    void projectsOfTheSameCoordinatesAreOneForEachRepository() {
        Map<String, String> one = Map.of("pom.xml", pom("project", "json"), "app/pom.xml", pom("one", "project"));
        imported("one", one);
        assertThat(edges()).as("nothing is shared").containsExactly("one > project", "project > json");
        imported("user", Map.of("pom.xml", pom("user", "project")));
        assertThat(isDangling(PROJECT)).isFalse();

        imported("two", Map.of("pom.xml", pom("project", "xml"), "app/pom.xml", pom("two", "project")));
        imported("three", Map.of("pom.xml", pom("project")));

        assertThat(edges())
                .containsExactly(
                        "one > project?repo=one",
                        "project?repo=one > json",
                        "project?repo=two > xml",
                        "two > project?repo=two",
                        "user > project");
        assertThat(isDangling(PROJECT)).as("it is nobody's").isTrue();
        assertThat(isDangling(PROJECT + "?repo=one")).isFalse();
        assertThat(imported("one", one).events()).as("there is nothing new").isEmpty();
        assertThat(imported("two", Map.of("app/pom.xml", pom("two", "project"))).withdrawn())
                .isEqualTo(2);
        assertThat(edges()).contains("two > project", "one > project?repo=one");
        imported("three", Map.of());
        assertThat(edges())
                .as("one defines it alone")
                .containsExactly("one > project", "project > json", "two > project", "user > project");
        assertThat(isDangling(PROJECT)).isFalse();
    }

    @Test
    void packagesModulesAndChartsAreToldApartToo() {
        for (String repository : List.of("a", "b")) {
            imported(
                    repository,
                    Map.of(
                            "package.json",
                            "{\"name\": \"web\", \"dependencies\": {\"react\": \"1\"}}",
                            "go.mod",
                            "module example.com/tool\nrequire example.com/lib v1\n",
                            "Chart.yaml",
                            "name: chart\ndependencies: [{name: base}]\n",
                            "compose.yml",
                            "services: {web: {build: .}}\n"));
        }
        assertThat(edges())
                .containsExactly(
                        "library:golang/example.com/tool?repo=a > library:golang/example.com/lib",
                        "library:golang/example.com/tool?repo=b > library:golang/example.com/lib",
                        "library:helm/chart?repo=a > library:helm/base",
                        "library:helm/chart?repo=b > library:helm/base",
                        "library:npm/web?repo=a > library:npm/react",
                        "library:npm/web?repo=b > library:npm/react",
                        "service:a/web > library:npm/web?repo=a",
                        "service:b/web > library:npm/web?repo=b");
    }

    @Test
    void noFileTakesTheNameOfAnotherRepositorysNode() {
        imported("evil", Map.of("package.json", "{\"name\": \"web?repo=shop\", \"dependencies\": {\"bad\": \"1\"}}"));
        assertThat(edges()).containsExactly("library:npm/web%3Frepo=shop > library:npm/bad");
        assertThat(imported(
                                "odd",
                                Map.of(
                                        "package.json",
                                        "{\"name\": \"\\ud800x\"}",
                                        "a/package.json",
                                        "{\"name\": \"\\u0000\"}"))
                        .events())
                .as("and what no name can be is none")
                .isEmpty();
    }

    @Test
    void anUnreadableFileStillDefinesWhatItDefined() {
        imported("one", Map.of("pom.xml", pom("project", "json")));
        imported("one", Map.of("pom.xml", "<project"));
        imported("two", Map.of("pom.xml", pom("project", "xml")));
        assertThat(edges()).containsExactly("project?repo=one > json", "project?repo=two > xml");
        EdgeChanges again = imported("one", Map.of("pom.xml", "<project"));
        assertThat(again.events()).isEmpty();
        assertThat(again.kept()).isEqualTo(1);
        assertThat(imported("one", Map.of("pom.xml", pom("project", "json"))).events())
                .isEmpty();
    }

    @Test
    void whatIsWithdrawnNoLongerDefinesAndADryRunChangesNothing() {
        imported("one", Map.of("pom.xml", pom("project", "json")));
        Reading two = reading("two", Map.of("pom.xml", pom("project")));
        assertThat(imports.changes(two, true).events()).isEmpty();
        imports.changes(two, false);
        assertThat(edges()).containsExactly("project?repo=one > json");
        assertThat(new ProducerLogs(graph).producers())
                .as("it asserts nothing, and can be withdrawn")
                .containsExactly("import:one", "import:two");

        imports.changes(new Reading("two", "", COMMITTED, Map.of(), Set.of(), Set.of()), false);
        assertThat(edges()).containsExactly("project > json");
        assertThat(new ProducerLogs(graph).producers()).containsExactly("import:one");
    }

    /** An earlier version knew no definitions, so all names were plain. */
    @Test
    void whatAnEarlierVersionSaidIsRenamed() {
        for (String repository : List.of("one", "two")) {
            String need = repository.equals("one") ? "json" : "xml";
            imported(repository, Map.of("pom.xml", pom("project", need)));
            graph.database().write(transaction -> transaction.execute("DELETE FROM dependencies.definition"));
        }
        assertThat(edges()).containsExactly("project > json", "project > xml");
        imported("one", Map.of("pom.xml", pom("project", "json")));
        imported("two", Map.of("pom.xml", pom("project", "xml")));
        assertThat(edges()).containsExactly("project?repo=one > json", "project?repo=two > xml");
    }

    /** Whatever repositories defined in between, and in whatever order they are imported, the graph is that of their files. */
    @Test
    void theGraphDoesNotDependOnTheOrderOfImports() {
        var random = new Random(11);
        List<String> repositories = List.of("r0", "r1", "r2", "r3");
        for (int round = 0; round < 15; round++) {
            for (int i = 0; i < 6; i++) {
                imported(repositories.get(random.nextInt(4)), files(random));
            }
            Map<String, Map<String, String>> last = new TreeMap<>();
            repositories.forEach(repository -> last.put(repository, files(random)));
            List<String> order = new ArrayList<>(repositories);
            Collections.shuffle(order, random);
            order.forEach(repository -> imported(repository, last.get(repository)));
            assertThat(edges()).containsExactlyElementsOf(expected(last));
            repositories.forEach(repository -> assertThat(
                            imported(repository, last.get(repository)).events())
                    .isEmpty());
        }
    }

    private static Map<String, String> files(Random random) {
        Map<String, String> files = new TreeMap<>();
        for (int i = 0; i < 4; i++) {
            if (random.nextBoolean()) {
                files.put("m" + i + "/pom.xml", pom("m" + i, "m" + (i + 1) % 4, "m" + (i + 2) % 4));
            }
        }
        return files;
    }

    private static List<String> expected(Map<String, Map<String, String>> files) {
        Set<String> edges = new TreeSet<>();
        files.forEach((repository, own) -> {
            for (int i = 0; i < 4; i++) {
                if (own.containsKey("m" + i + "/pom.xml")) {
                    edges.add(name(i, repository, files) + " > " + name((i + 1) % 4, repository, files));
                    edges.add(name(i, repository, files) + " > " + name((i + 2) % 4, repository, files));
                }
            }
        });
        return List.copyOf(edges);
    }

    private static String name(int module, String repository, Map<String, Map<String, String>> files) {
        String path = "m" + module + "/pom.xml";
        long definers =
                files.values().stream().filter(own -> own.containsKey(path)).count();
        boolean isOwn = files.get(repository).containsKey(path);
        return "m" + module + (isOwn && definers > 1 ? "?repo=" + repository : "");
    }
}
