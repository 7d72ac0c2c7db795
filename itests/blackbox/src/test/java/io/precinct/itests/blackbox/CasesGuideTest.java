package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.GuideDocument.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody who types every command of {@code docs/cases.md}, from top to bottom, into one terminal in front of a fresh
 * instance. Each row of its table answers with the first status it names, each block prints what stands below it, and the
 * table names what the service serves, no more and no less.
 */
@Timeout(180)
class CasesGuideTest {
    private static final Path GUIDE = Path.of(System.getProperty("precinct.root"), "docs/cases.md");
    private static final String ADDRESS = "http://127.0.0.1:3000";
    private static final Pattern ROW =
            Pattern.compile("\\| `([A-Z]+) (/api/\\S+)` \\| (.+) \\| ([0-9, ]+) \\| `(curl .+)` \\|");
    private static final String MARK = "@@step ";
    private static final String STATUS = "@@status ";

    @TempDir
    private static Path folder;

    private static Service service;
    private static final List<Step> STEPS = new ArrayList<>();
    private static final List<String> PRINTED = new ArrayList<>();

    /**
     * Something to type.
     *
     * @param line of the document
     * @param endpoint method and path where it is a row of the table, else empty
     * @param statuses of a row
     * @param commands as they stand
     * @param shown what the document shows below, or null
     */
    private record Step(int line, String endpoint, List<String> statuses, String commands, Block shown) {
        boolean row() {
            return !endpoint.isEmpty();
        }

        /** As it stands; of a row's answer curl tells the status as well. */
        String script() {
            return row() ? commands + " -w '\\n" + STATUS + "%{http_code}\\n'\n" : commands;
        }
    }

    @BeforeAll
    static void follow() throws IOException {
        service = Service.onDefaults(folder);
        Path bin = Files.createDirectories(folder.resolve("bin"));
        GuideCurl.where(bin);
        var script = new StringBuilder();
        for (Step step : steps()) {
            script.append("echo; echo '").append(MARK).append(STEPS.size()).append("'\n");
            script.append(step.script()
                    .replace(ADDRESS, "http://" + service.server.url().getAuthority()));
            STEPS.add(step);
        }
        var environment =
                Map.of("PATH", bin + ":" + System.getenv("PATH"), "JAVA_HOME", System.getProperty("java.home"));
        GuideShell.Result result = GuideShell.execute(
                Files.createDirectories(folder.resolve("terminal")),
                environment,
                List.of("sh", "-c", script.toString()));
        for (int i = 0; i < STEPS.size(); i++) {
            int from = result.out().indexOf(MARK + i + "\n");
            int to = result.out().indexOf(MARK + (i + 1) + "\n");
            assertThat(from).as(result.toString()).isNotNegative();
            PRINTED.add(result.out()
                    .substring(
                            from + (MARK + i + "\n").length(),
                            to < 0 ? result.out().length() : to)
                    .strip());
        }
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static List<Step> steps() throws IOException {
        List<Step> steps = new ArrayList<>();
        Iterator<Block> blocks = GuideDocument.read(GUIDE).blocks().iterator();
        Block block = blocks.hasNext() ? blocks.next() : null;
        List<String> lines = Files.readAllLines(GUIDE);
        for (int i = 0; i < lines.size(); i++) {
            Matcher row = ROW.matcher(lines.get(i));
            if (row.matches()) {
                List<String> statuses = List.of(row.group(4).strip().split(", "));
                steps.add(new Step(i + 1, row.group(1) + " " + row.group(2), statuses, row.group(5), null));
            }
            while (block != null && block.line() <= i + 1) {
                Block next = blocks.hasNext() ? blocks.next() : null;
                if (block.is("sh")) {
                    boolean shown = next != null && next.is("json", "text") && follows(lines, block, next);
                    steps.add(new Step(block.line(), "", List.of(), block.text(), shown ? next : null));
                }
                block = next;
            }
        }
        return steps;
    }

    /** Whether nothing stands between two blocks. */
    private static boolean follows(List<String> lines, Block block, Block next) {
        long of = block.text().lines().count();
        return lines.subList((int) (block.line() + of + 1), next.line() - 1).stream()
                .allMatch(String::isBlank);
    }

    @TestFactory
    List<DynamicTest> every_row_answers_with_its_status() {
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < STEPS.size(); i++) {
            Step step = STEPS.get(i);
            String printed = PRINTED.get(i);
            if (step.row()) {
                tests.add(DynamicTest.dynamicTest(
                        step.endpoint(),
                        () -> assertThat(printed)
                                .as("line %d: %s", step.line(), step.commands())
                                .endsWith(STATUS + step.statuses().getFirst())));
            }
        }
        assertThat(tests).hasSizeGreaterThan(75);
        return tests;
    }

    @TestFactory
    List<DynamicTest> every_block_prints_what_stands_below_it() {
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < STEPS.size(); i++) {
            Block shown = STEPS.get(i).shown();
            String printed = PRINTED.get(i);
            if (shown != null) {
                tests.add(DynamicTest.dynamicTest(
                        "line " + shown.line(),
                        () -> assertThat(shown.describes(printed))
                                .as("expected%n%sprinted%n%s", shown.text(), printed)
                                .isTrue()));
            }
        }
        assertThat(tests).hasSizeGreaterThanOrEqualTo(5);
        return tests;
    }

    @Test
    void the_table_names_every_endpoint_once() {
        List<String> named = STEPS.stream()
                .filter(Step::row)
                .map(step -> step.endpoint().replaceAll(":(\\w+)", "{$1}"))
                .sorted()
                .toList();
        var served = new TreeSet<String>();
        var paths = (Map<?, ?>) service.http.get("/inspect/openapi.json").json().get("paths");
        assertThat(paths).isNotNull();
        paths.forEach((path, operations) -> ((Map<?, ?>) operations).keySet().forEach(method -> {
            if (path.toString().startsWith("/api/")) {
                served.add(method.toString().toUpperCase(Locale.ROOT) + " " + path);
            }
        }));

        assertThat(named).containsExactlyElementsOf(served);
    }
}
