package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the service with SIGKILL while it writes facts about four repositories, and starts it again. Files whose facts
 * had been written must not be parsed again, and the answers must be those of a service that was never killed.
 *
 * <p>{@code -Dprecinct.source.kill.rounds=25} runs 25 rounds; {@code -Dprecinct.kill.seed=…} repeats a run.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SourceKillTest {
    private static final int ROUNDS = Integer.getInteger("precinct.source.kill.rounds", 2);
    private static final long SEED = Long.getLong("precinct.kill.seed", System.nanoTime());
    private static final List<String> NAMES = List.of("one", "two", "three", "four");
    private static final int FILES = 240;
    private static final int FUNCTIONS = 60;
    /** A number of files whose first parse takes some seconds on any machine. */
    private static final int LONG = 6000;
    /** The greatest number of files that may have been parsed but not yet added when the files were counted. */
    private static final int UNDER_WAY = 500;

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(500);

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final Map<String, GitFolder> works = new HashMap<>();
    private final Map<String, String> heads = new HashMap<>();
    /** The version of the files in each commit, from 1. */
    private final Map<String, Integer> versions = new HashMap<>();

    private int version;

    @Test
    void whatWasFoundInFilesSurvivesSigkillWhileItIsWritten(TestReporter reporter) {
        reporter.publishEntry("precinct.kill.seed", Long.toString(SEED));
        NAMES.forEach(name -> works.put(name, GitFolder.init(folder.resolve("work/" + name))));
        commit();
        int unwritten = NAMES.size() * (FILES + 1);
        int underWay = 0;
        Service service = start("killed");
        try {
            killWhileWriting(service, 1);
            for (int round = 0; round < ROUNDS; round++) {
                service = start("killed");
                underWay += assertWhole(service, unwritten) > 0 ? 1 : 0;
                commit();
                unwritten = NAMES.size() * (FILES / 2 + 1);
                for (String name : NAMES) {
                    assertThat(service.http
                                    .post("/repos/" + name + "/refresh", "")
                                    .status())
                            .isEqualTo(202);
                }
                killWhileWriting(service, 1 + round % NAMES.size());
            }
            service = start("killed");
            underWay += assertWhole(service, unwritten) > 0 ? 1 : 0;
            reporter.publishEntry("kills that left something to be parsed again", underWay + " of " + (ROUNDS + 1));
            List<String> answers = answers(service.http);
            service.close();

            service = start("undisturbed");
            awaitWritten(service);
            assertThat(answers).as("seed " + SEED).isEqualTo(answers(service.http));
        } finally {
            service.close();
        }
    }

    @Test
    void aFirstParseThatIsCutOffKeepsWhatItFound(TestReporter reporter) {
        assertThat(keepsWhatItFound(reporter, "by-kill", (service, data) -> {
                    Path facts = data.resolve("source/cache/facts.mv");
                    Parse found = underWay(service, 3 * UNDER_WAY);
                    String before = stamp(facts);
                    Eventually.until(
                            () -> "a write of " + facts + " " + parse(service),
                            () -> !stamp(facts).equals(before) || parse(service).over());
                    // Threads that parse wait for the write: once they continue, it is complete.
                    Parse then = parse(service);
                    Parse last = then.over() ? then : underWay(service, then.files() + UNDER_WAY);
                    service.kill(random);
                    return new Parse(found.files(), found.over() || last.over());
                }))
                .as("what was found before SIGKILL is kept")
                .isTrue();
        assertThat(keepsWhatItFound(reporter, "by-stop", (service, data) -> {
                    Parse found = underWay(service, 3 * UNDER_WAY);
                    service.close();
                    return found;
                }))
                .as("what was found before SIGTERM is kept")
                .isTrue();
    }

    /** The progress of a first parse. */
    private record Parse(long files, boolean over) {}

    /** Ends a service while it parses, and returns the progress that was read before. */
    private interface Ending {
        Parse end(Service service, Path data);
    }

    /** As {@link #cutOff}, but tries again with more files if the parse was over before it could be cut off. */
    private boolean keepsWhatItFound(TestReporter reporter, String name, Ending ending) {
        for (int files = LONG; files <= 8 * LONG; files *= 2) {
            Optional<Boolean> kept = cutOff(name + "-" + files, files, ending);
            if (kept.isPresent()) {
                return kept.get();
            }
            reporter.publishEntry(name, "a parse of " + files + " files was over before it could be cut off");
        }
        throw new AssertionError("a parse of " + 8 * LONG + " files was over before it could be cut off");
    }

    /**
     * Whether no file was parsed again whose facts had been found when the service was ended; empty if the parse was
     * over by then. The service starts before there is anything to parse, so that its progress can be observed from the
     * first file on.
     */
    private Optional<Boolean> cutOff(String name, int files, Ending ending) {
        var work = GitFolder.init(folder.resolve("work/" + name));
        work.write("README", "Nothing to parse.").commit("nothing to parse");
        String yaml = "repos:\n  " + name + ": {url: \"" + work.path() + "\", refresh: 0}\n";
        Parse found;
        try (Service service = Service.withSource(folder.resolve(name), yaml)) {
            Eventually.until(
                    () -> "the source is ready: "
                            + service.http.get("/ready/source").text(),
                    () -> service.http.get("/ready/source").status() == 200);
            for (int file = 0; file < files; file++) {
                work.write("d" + file % 50 + "/f" + file + ".py", source(name, file));
            }
            work.commit("all at once");
            assertThat(service.http.post("/repos/" + name + "/refresh", "").status())
                    .isEqualTo(202);
            found = ending.end(service, folder.resolve(name).resolve("data"));
        }
        if (found.over()) {
            return Optional.empty();
        }
        try (Service service = Service.withSource(folder.resolve(name), yaml)) {
            Eventually.until(
                    () -> files + " files are cached: " + repositories(service.http) + service.server.transcript(),
                    () -> cache(repositories(service.http), "entries") == files);
            return Optional.of(cache(repositories(service.http), "misses") <= files - found.files() + UNDER_WAY);
        }
    }

    /** Waits until a parse has reached this number of files, or is over. */
    private static Parse underWay(Service service, long files) {
        var last = new AtomicReference<>(new Parse(0, false));
        Eventually.until(
                () -> "more than " + files + " files are parsed, or it is over: " + last.get()
                        + service.server.transcript(),
                () -> {
                    Parse now = parse(service);
                    last.set(now);
                    return now.over() || now.files() > files;
                });
        return last.get();
    }

    private static Parse parse(Service service) {
        List<Map<String, Object>> repositories = repositories(service.http);
        return new Parse(cache(repositories, "misses"), cache(repositories, "entries") > 0);
    }

    private static long cache(List<Map<String, Object>> repositories, String member) {
        return ((Number) ((Map<?, ?>) repositories.getFirst().get("cache")).get(member)).longValue();
    }

    private Service start(String name) {
        String repositories = NAMES.stream()
                .map(each -> "  " + each + ": {url: \"" + works.get(each).path() + "\", refresh: 3600}\n")
                .collect(Collectors.joining());
        return Service.withSource(folder.resolve(name), "cache: \"" + cache(name) + "\"\nrepos:\n" + repositories);
    }

    private Path cache(String name) {
        return folder.resolve(name).resolve("cache");
    }

    /** Commits a new version of half of the files of every repository (at first: of all files), and one more file. */
    private void commit() {
        version++;
        for (String name : NAMES) {
            GitFolder work = works.get(name);
            for (int file = 0; file < FILES; file++) {
                if (lastChange(file, version) == version) {
                    work.write("d" + file % 7 + "/f" + file + ".py", source(name, file));
                }
            }
            work.write("more/m" + version + ".py", "def more" + version + "():\n    pass\n");
            String head = work.commit("version " + version);
            heads.put(name, head);
            versions.put(head, version);
        }
    }

    /** The version in which a file changed last. */
    private static int lastChange(int file, int version) {
        return version == 1 || file % 2 == version % 2 ? version : version - 1;
    }

    private String source(String repository, int file) {
        return IntStream.range(0, FUNCTIONS)
                .mapToObj(each -> "    def f%d_v%d(self):\n        return '%s %d'\n"
                        .formatted(each, version, repository, file * each))
                .collect(
                        Collectors.joining("\n", "# @req:" + repository + "-" + file + "\nclass C" + file + ":\n", ""));
    }

    /** Kills the service after it has written this many times, or if it has no more to write. */
    private void killWhileWriting(Service service, int times) {
        Path facts = cache("killed").resolve("facts.mv");
        String before = stamp(facts);
        long looked = System.nanoTime();
        // Polls without pauses and so without Eventually: writes would be missed during a pause.
        for (int seen = 0; seen < times; ) {
            String now = stamp(facts);
            if (!now.equals(before)) {
                before = now;
                seen++;
            } else if (System.nanoTime() - looked > LOOK) {
                if (isWritten(service)) {
                    break;
                }
                looked = System.nanoTime();
            }
        }
        // No wait for an event: the kill may come at any moment of the next write.
        for (int spins = random.nextInt(200_000); spins > 0; spins--) {
            Thread.onSpinWait();
        }
        service.kill(random);
    }

    private static String stamp(Path file) {
        try {
            return Files.size(file) + " " + Files.getLastModifiedTime(file);
        } catch (NoSuchFileException e) {
            return "none";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Checks that requests sent as soon as the service is ready are answered correctly, and that files whose facts had
     * been written are not parsed again.
     *
     * @param unwritten number of files that may not have been written
     * @return how many files were parsed again
     */
    private long assertWhole(Service service, int unwritten) {
        Eventually.until(
                () -> "the source is ready: "
                        + service.http.get("/ready/source").text() + service.server.transcript(),
                () -> service.http.get("/ready/source").status() == 200);
        for (String name : NAMES) {
            service.awaitParsed(name);
            int file = random.nextInt(FILES);
            Map<String, Object> answer = ask(service.http, "/repos/" + name + "/symbols?name=C" + file);
            int of = versions.get(String.valueOf(answer.get("commit")));
            assertThat(items(answer))
                    .as("seed %d: C%d of %s in version %d", SEED, file, name, of)
                    .singleElement()
                    .extracting(item -> item.get("text"))
                    .asString()
                    .startsWith("class C" + file + ":")
                    .contains(
                            "def f0_v" + lastChange(file, of) + "(",
                            "def f" + (FUNCTIONS - 1) + "_v" + lastChange(file, of) + "(")
                    .endsWith("return '" + name + " " + file * (FUNCTIONS - 1) + "'");
        }
        awaitWritten(service);
        for (String name : NAMES) {
            String symbols = "/repos/" + name + "/symbols?limit=1000&name=f0_v";
            assertThat(items(ask(service.http, symbols + version)))
                    .as("seed %d: names of version %d in %s", SEED, version, name)
                    .hasSize(version == 1 ? FILES : FILES / 2);
            assertThat(items(ask(service.http, symbols + (version - 2))))
                    .as("seed %d: names that are gone", SEED)
                    .isEmpty();
        }
        assertThat(cache("killed").resolve("facts.mv.damaged"))
                .as("seed %d: %s", SEED, service.server.transcript())
                .doesNotExist();
        long parsed = repositories(service.http).stream()
                .mapToLong(each -> ((Number) ((Map<?, ?>) each.get("cache")).get("misses")).longValue())
                .sum();
        assertThat(parsed).as("seed %d: files parsed again", SEED).isLessThanOrEqualTo(unwritten);
        return parsed;
    }

    private void awaitWritten(Service service) {
        Eventually.until(
                () -> heads + " in " + repositories(service.http) + service.server.transcript(),
                () -> isWritten(service));
    }

    /** Whether the facts of all heads are written: each head has one file more than the previous head. */
    private boolean isWritten(Service service) {
        return repositories(service.http).stream()
                .allMatch(each -> heads.get(String.valueOf(each.get("name"))).equals(each.get("commit"))
                        && ((Number) ((Map<?, ?>) each.get("cache")).get("entries")).intValue() == FILES + version);
    }

    private static List<Map<String, Object>> repositories(Http http) {
        return items(ask(http, "/repos"));
    }

    private static Map<String, Object> ask(Http http, String target) {
        Http.Answer answer = http.get(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> items(Map<String, Object> answer) {
        return (List<Map<String, Object>>) (List<?>) answer.get("items");
    }

    /** The answers that depend on facts, without the time of fetching. */
    private static List<String> answers(Http http) {
        var answers = new ArrayList<String>();
        for (String name : NAMES) {
            for (String question : List.of(
                    "symbols?kind=class", "symbols?name=f1_v*", "symbols?name=more*", "annotations?pattern=@req:*")) {
                Http.Answer answer = http.get("/repos/" + name + "/" + question + "&limit=1000");
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                assertThat(items(answer.json())).isNotEmpty();
                answers.add(answer.text().replaceAll("\"fetched_at\":\"[^\"]*\"", ""));
            }
        }
        return answers;
    }
}
