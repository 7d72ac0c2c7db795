package io.precinct.source.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.config.SettingsFiles;
import io.precinct.core.api.config.Problem;
import io.precinct.source.pattern.AnnotationFormat;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceFileTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("TOKEN", "s3cr3t$1", "REFRESH", "60", "HOST", "git.example.org");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Path data = Path.of("/data");

    @BeforeEach
    void aKeyThatIsThere() throws IOException {
        Files.writeString(folder.resolve("id"), "a key");
    }

    /** What was read; its settings are null where the file is not good. */
    private record Reading(@Nullable SourceSettings settings, List<Problem> problems) {}

    private Reading read(String yaml) throws IOException {
        Files.writeString(folder.resolve(SourceFile.NAME), yaml);
        return read();
    }

    private Reading read() {
        var files = new SettingsFiles(folder, _ -> Set.of(), ENVIRONMENT::get, (_, _) -> {});
        var taken = new AtomicReference<@Nullable SourceSettings>();
        files.subscribe(SourceFile.PART, file -> {
            SourceSettings settings = SourceFile.read(file, new SourceFile.Place(data));
            return () -> taken.set(settings);
        });
        return new Reading(taken.get(), files.found());
    }

    private SourceSettings good(String yaml) throws IOException {
        Reading reading = read(yaml);
        assertThat(reading.problems()).isEmpty();
        return Objects.requireNonNull(reading.settings());
    }

    private List<String> problems(String yaml) throws IOException {
        Reading reading = read(yaml);
        assertThat(reading.settings()).isNull();
        return reading.problems().stream()
                .map(problem -> problem.at().line() + ":" + problem.at().column() + " " + problem.message()
                        + (problem.hint() == null ? "" : " (" + problem.hint() + ")"))
                .toList();
    }

    @Test
    void withoutTheFileThereAreNoRepositories() {
        SourceSettings settings = Objects.requireNonNull(read().settings());
        assertThat(settings.repositories()).isEmpty();
        assertThat(settings.storage()).isEqualTo(Path.of("/data/source/storage"));
        assertThat(settings.cache()).isEqualTo(Path.of("/data/source/cache"));
        assertThat(settings.limits().inlineBytes()).isEqualTo(10 << 20);
        assertThat(settings.limits().queryTime()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aFolderThatTheRuntimeEmptiesIsRefused() throws IOException {
        assertThat(problems("storage: /data/cache/clones\ncache: /data/x/../cache\n"))
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem).contains("which the runtime empties at every start"));
    }

    @Test
    void aFileOfCommentsSaysNothing() throws IOException {
        assertThat(good("# repos:\n").repositories()).isEmpty();
    }

    @Test
    void everyKeyIsRead() throws IOException {
        SourceSettings settings = good("""
                repos:
                  app:
                    url: ssh://git@${HOST}/team/app.git
                    credentials: {ssh_key: id, known_hosts: id, passphrase: "${TOKEN}"}
                    refresh: ${REFRESH}
                    grammars: [java, python]
                    ref: develop
                    depth: 5
                    max_bytes: 1000000
                    timeout: 20
                    webhook_secret: ${TOKEN}
                  local: {url: ../local, refresh: 0}
                storage: clones
                cache: /elsewhere
                port: 3001
                grammars: {registry: https://registry.example.org/, pins: pins.lock, extensions: {tf: hcl}}
                limits: {inline_bytes: 1, parsed_bytes: 2, query_bytes: 3, query_seconds: 4, trees_bytes: 5}
                """);
        RepositorySettings app = settings.repositories().getFirst();
        assertThat(app)
                .isEqualTo(new RepositorySettings(
                        "app",
                        "ssh://git@git.example.org/team/app.git",
                        new Credentials(folder.resolve("id"), folder.resolve("id"), "git", null, "s3cr3t$1"),
                        Duration.ofSeconds(60),
                        List.of("java", "python"),
                        "develop",
                        5,
                        1_000_000,
                        Duration.ofSeconds(20),
                        "s3cr3t$1"));
        RepositorySettings local = settings.repositories().getLast();
        assertThat(local.url())
                .isEqualTo(Objects.requireNonNull(folder.getParent())
                        .resolve("local")
                        .toString());
        assertThat(local.refresh()).isZero();
        assertThat(settings.storage()).isEqualTo(folder.resolve("clones"));
        assertThat(settings.cache()).isEqualTo(Path.of("/elsewhere"));
        assertThat(settings.grammars())
                .isEqualTo(new GrammarSettings(
                        URI.create("https://registry.example.org/"), folder.resolve("pins.lock"), Map.of("tf", "hcl")));
        assertThat(settings.limits().parsedBytes()).isEqualTo(2);
        assertThat(settings.treesBytes()).isEqualTo(5);
        assertThat(settings.port()).hasValue(3001);
    }

    @Test
    void aLanguageThatIsCalledByTheEndOfItsFilesIsRefusedWithItsName() throws IOException {
        assertThat(problems("""
                repos:
                  app: {url: /srv/app, grammars: [java, py]}
                grammars:
                  extensions: {tf: hcl, inc: rb}
                """))
                .containsExactly(
                        "2:41 repos.app.grammars: there is no language py (did you mean python?)",
                        "4:15 grammars.extensions: there is no language rb (did you mean ruby?)");
        assertThat(problems("""
                repos: {app: {url: /srv/app}}
                grammars: {extensions: {"*.tf": hcl, x: "Not one"}}
                """))
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem).contains("ends of file names"));
        assertThat(read("repos: {app: {url: /srv/app, grammars: [pyhton, own_one]}}")
                        .problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.message()).contains("pyhton is no language that is known");
                    assertThat(problem.hint()).isEqualTo("did you mean python?");
                });
    }

    @Test
    void credentialsOfAUrlAreTakenOutOfIt() throws IOException {
        RepositorySettings app = good("""
                repos: {app: {url: "https://bob:${TOKEN}@git.example.org/app.git"}}
                """).repositories().getFirst();
        assertThat(app.url()).isEqualTo("https://git.example.org/app.git");
        assertThat(app.credentials().username()).isEqualTo("bob");
        assertThat(app.credentials().password()).isEqualTo("s3cr3t$1");
        assertThat(app.toString()).doesNotContain("s3cr3t");
        assertThat(app.credentials().toString()).doesNotContain("s3cr3t");
    }

    @Test
    void aDoubledDollarIsMeantLiterally() throws IOException {
        RepositorySettings app = good("""
                repos: {app: {url: /srv/app, webhook_secret: "a$${TOKEN}b${TOKEN}"}}
                """).repositories().getFirst();
        assertThat(app.webhookSecret()).isEqualTo("a${TOKEN}bs3cr3t$1");
    }

    @Test
    void anUnsetVariableIsAnErrorAtItsPlace() throws IOException {
        assertThat(problems("""
                repos:
                  app:
                    url: https://${NOWHERE}/app.git
                """))
                .singleElement()
                .asString()
                .startsWith("3:10 repos.app.url names the environment variable NOWHERE");
    }

    @Test
    void everyProblemIsFoundAtOnceInOrderWithItsPlace() throws IOException {
        assertThat(problems("""
                repo: {}
                repos:
                  app: {url: ftp://example.org/x, refresh: soon, grammers: [java]}
                  "b/c": {url: /srv/x}
                  none: {depth: 0}
                port: 80800
                limits: {inline_bytes: -1}
                """))
                .satisfiesExactly(
                        p -> assertThat(p).startsWith("1:1 unknown key \"repo\" (did you mean \"repos\"?)"),
                        p -> assertThat(p).startsWith("3:14 repos.app.url takes a url of https"),
                        p -> assertThat(p).startsWith("3:44 repos.app.refresh takes a whole number from 0"),
                        p -> assertThat(p).startsWith("3:50 unknown key \"grammers\" in repos.app (did you mean"),
                        p -> assertThat(p).startsWith("4:3 a name in repos is letters"),
                        p -> assertThat(p).startsWith("5:9 repos.none.url is missing"),
                        p -> assertThat(p).startsWith("5:17 repos.none.depth takes a whole number from 1"),
                        p -> assertThat(p).startsWith("6:7 port takes a whole number from 0 to 65535"),
                        p -> assertThat(p).startsWith("7:24 limits.inline_bytes takes a whole number from 1"));
    }

    @Test
    void noProblemShowsASecret() throws IOException {
        List<String> problems = problems("""
                repos:
                  a: {url: "nope://bob:hunter2@example.org/x", credentials: {password: [hunter2]}, webhook_secret: {x: hunter2}}
                  b: {url: "https://bob:${TOKEN}@", credentials: {ssh_key: missing}}
                """);
        assertThat(problems)
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem).doesNotContain("hunter2", "s3cr3t"));
    }

    // @req:source-odd-repositories
    @Test
    void aKeyThatIsNotThereIsAWarningSinceItMayCome() throws IOException {
        Reading ssh = read("""
                repos:
                  a:
                    url: git@example.org:a.git
                    credentials: {ssh_key: gone}
                """);
        assertThat(Objects.requireNonNull(ssh.settings()).repositories()).hasSize(1);
        assertThat(ssh.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.warning()).isTrue();
            assertThat(problem.toString())
                    .contains("source.yml:4,", "there is no readable file " + folder.resolve("gone"));
        });
        Reading local = read("repos: {a: {url: /srv/a, credentials: {ssh_key: gone}}}");
        assertThat(local.settings()).isNotNull();
        assertThat(local.problems()).singleElement().matches(Problem::warning);
    }

    // @req:source-branches
    @Test
    void branchesArePatternsOfNames() throws IOException {
        assertThat(good("repos: {a: {url: x, branches: [main, 'release/*']}}")
                        .repositories()
                        .getFirst()
                        .branches())
                .containsExactly("main", "release/*");
        assertThat(good("repos: {a: {url: x}}").repositories().getFirst().branches())
                .isEmpty();
        for (String bad : List.of("'a b'", "'..'", "''", "'release/'", "'a^'")) {
            assertThat(problems("repos: {a: {url: x, branches: [" + bad + "]}}"))
                    .as(bad)
                    .singleElement()
                    .asString()
                    .contains("repos.a.branches");
        }
        assertThat(problems("repos: {a: {url: x, provider: yaml, branches: [main]}}"))
                .singleElement()
                .asString()
                .contains("has no use beside a provider");
    }

    @Test
    void whatIsNoYamlIsSaidWithLineAndColumn() throws IOException {
        assertThat(problems("repos:\n  a: [\n")).singleElement().asString().matches("(?s)[23]:\\d+ .*");
    }

    @Test
    void aParameterStoreIsRead() throws IOException {
        SourceSettings settings = good("""
                repos:
                  params: {provider: yaml, url: params.yaml, secrets: ["db/**"], grant: [operator], refresh: 5}
                  remote: {provider: consul, url: "http://consul:8500/app", credentials: {token: "${TOKEN}"}}
                """);
        RepositorySettings params = settings.repositories().getFirst();
        assertThat(params.url()).isEqualTo(folder.resolve("params.yaml").toString());
        assertThat(params.store()).isEqualTo(new StoreSettings("yaml", List.of("db/**"), List.of("operator")));
        RepositorySettings remote = settings.repositories().getLast();
        assertThat(remote.url()).isEqualTo("http://consul:8500/app");
        assertThat(remote.credentials().token()).isEqualTo("s3cr3t$1");
        assertThat(remote.toString() + remote.credentials()).doesNotContain("s3cr3t");
    }

    @Test
    void whatAParameterStoreDoesNotHaveIsRefused() throws IOException {
        assertThat(problems("""
                repos:
                  a: {provider: Yaml, url: x}
                  b: {provider: yaml, url: x, ref: main, credentials: {ssh_key: id}}
                  c: {url: x, secrets: [a], credentials: {token: x}}
                  d: {provider: consul, url: "http://bob:hunter2@consul:8500/app?token=hunter2"}
                  e: {provider: yaml, url: x, secrets: [""]}
                """))
                .allSatisfy(problem -> assertThat(problem).doesNotContain("hunter2"))
                .satisfiesExactly(
                        p -> assertThat(p).startsWith("2:17 repos.a.provider takes the name of a provider"),
                        p -> assertThat(p).startsWith("3:36 repos.b.ref has no use beside a provider"),
                        p -> assertThat(p).startsWith("3:65 repos.b.credentials.ssh_key has no use beside"),
                        p -> assertThat(p).startsWith("4:24 repos.c.secrets has no use without a provider"),
                        p -> assertThat(p).startsWith("4:50 repos.c.credentials.token has no use without"),
                        p -> assertThat(p).startsWith("5:30 repos.d.url takes an address without user"),
                        p -> assertThat(p).startsWith("6:41 repos.e.secrets"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'{top' | a brace that nothing closes",
                "'top}' | a brace that nothing opens",
                "'{a,{b,c}}' | a brace within braces",
                "'Data[base/**' | a set of characters",
                "'a\\*' | a backslash",
                "'/db/**' | begins with a slash",
                "'db/' | write db/** for all keys below it",
                "'a//b' | write a/b",
            })
    void aGlobThatMasksNothingIsRefusedWhereItStands(String glob, String reason) throws IOException {
        assertThat(problems("repos:\n  a: {provider: yaml, url: x, secrets: [good, '" + glob + "']}\n"))
                .singleElement()
                .asString()
                .startsWith("2:47 repos.a.secrets")
                .contains(reason);
    }

    @Test
    void formatsOfAnnotationsAreKnownByNameAndInNoOrder() throws IOException {
        List<RepositorySettings> repositories = good("""
                repos:
                  a: {url: x, annotations: [sphinx-codelinks, openfasttrace, openfasttrace]}
                  b: {url: y}
                  c: {provider: yaml, url: z, annotations: [openfasttrace]}
                """).repositories();
        assertThat(repositories.getFirst().annotations())
                .containsExactly(
                        new AnnotationFormat("openfasttrace", null), new AnnotationFormat("sphinx-codelinks", null));
        assertThat(repositories.get(1).annotations()).isEmpty();
        assertThat(repositories.getLast().annotations()).hasSize(1);
        assertThat(problems("repos: {a: {url: x, annotations: [oft]}}"))
                .singleElement()
                .asString()
                .contains("repos.a.annotations", "openfasttrace and sphinx-codelinks");
    }

    @Test
    void patternsOfAnnotationsAreRegularExpressionsOfRe2WithAnId() throws IOException {
        assertThat(good("""
                        repos:
                          a: {url: x, annotation_patterns: {story: {pattern: 'STORY-(?P<id>[^$]+)\\$'}}}
                        """).repositories().getFirst().annotations())
                .containsExactly(new AnnotationFormat("story", "STORY-(?P<id>[^$]+)\\$"));
        for (var bad : Map.of(
                        "STORY-([0-9]+)", "has no group id",
                        "^(?P<id>x)", "has an anchor",
                        "(?P<id>[$]x)$", "has an anchor",
                        "(?P<id>x)\\z", "has an anchor",
                        "(?P<id>x", "is no regular expression",
                        "(?P<id>(?:x{1000}){1000})", "")
                .entrySet()) {
            assertThat(problems(
                            "repos: {a: {url: x, annotation_patterns: {story: {pattern: '" + bad.getKey() + "'}}}}"))
                    .as(bad.getKey())
                    .singleElement()
                    .asString()
                    .contains("repos.a.annotation_patterns.story.pattern", bad.getValue());
        }
    }
}
