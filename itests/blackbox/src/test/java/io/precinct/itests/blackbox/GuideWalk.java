package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.GuideDocument.Block;
import io.precinct.itests.support.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Types every command of a document, from top to bottom, into one terminal against a fresh instance, and keeps the
 * output. Each row of a table of endpoints and each block of commands is a step.
 */
final class GuideWalk {
    private static final String ADDRESS = "http://127.0.0.1:3000";
    private static final Pattern ROW =
            Pattern.compile("\\| `([A-Z]+) (/\\S+)` \\| (.+) \\| ([0-9, ]+) \\| `(curl .+)` \\|");
    private static final String MARK = "@@step ";
    private static final String STATUS = "@@status ";

    private final List<Step> steps = new ArrayList<>();
    private final List<String> printed = new ArrayList<>();

    /**
     * A step to type.
     *
     * @param line line of the document
     * @param endpoint method and path if the step is a row of the table, else empty
     * @param statuses the statuses that a row names
     * @param commands the commands as written
     * @param shown the output that the document shows below, or null
     */
    private record Step(int line, String endpoint, List<String> statuses, String commands, Block shown) {
        boolean row() {
            return !endpoint.isEmpty();
        }

        /** The commands as written; for a row, curl also prints the status of the answer. */
        String script() {
            return row() ? commands + " -w '\\n" + STATUS + "%{http_code}\\n'\n" : commands;
        }
    }

    /** Types all commands; {@code folder} is the folder of the terminal. */
    GuideWalk(Path guide, Service service, Path folder) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        GuideCurl.where(bin);
        GuideShell.command(bin, "precinct", Distribution.built().home().resolve("bin/precinct"));
        var script = new StringBuilder();
        for (Step step : steps(guide)) {
            script.append("echo; echo '").append(MARK).append(steps.size()).append("'\n");
            script.append(step.script()
                    .replace(ADDRESS, "http://" + service.server.url().getAuthority()));
            steps.add(step);
        }
        var environment =
                Map.of("PATH", bin + ":" + System.getenv("PATH"), "JAVA_HOME", System.getProperty("java.home"));
        GuideShell.Result result = GuideShell.execute(
                Files.createDirectories(folder.resolve("terminal")),
                environment,
                List.of("sh", "-c", script.toString()));
        for (int i = 0; i < steps.size(); i++) {
            int from = result.out().indexOf(MARK + i + "\n");
            int to = result.out().indexOf(MARK + (i + 1) + "\n");
            assertThat(from).as(result.toString()).isNotNegative();
            printed.add(result.out()
                    .substring(
                            from + (MARK + i + "\n").length(),
                            to < 0 ? result.out().length() : to)
                    .strip());
        }
    }

    private static List<Step> steps(Path guide) throws IOException {
        List<Step> steps = new ArrayList<>();
        Iterator<Block> blocks = GuideDocument.read(guide).blocks().iterator();
        Block block = blocks.hasNext() ? blocks.next() : null;
        List<String> lines = Files.readAllLines(guide);
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

    /** Whether there is nothing between two blocks. */
    private static boolean follows(List<String> lines, Block block, Block next) {
        long of = block.text().lines().count();
        return lines.subList((int) (block.line() + of + 1), next.line() - 1).stream()
                .allMatch(String::isBlank);
    }

    /** One test per row: the answer has the first status that the row names. */
    List<DynamicTest> rows() {
        return IntStream.range(0, steps.size())
                .filter(i -> steps.get(i).row())
                .mapToObj(i -> DynamicTest.dynamicTest(
                        steps.get(i).endpoint(),
                        () -> assertThat(printed.get(i))
                                .as(
                                        "line %d: %s",
                                        steps.get(i).line(), steps.get(i).commands())
                                .endsWith(STATUS + steps.get(i).statuses().getFirst())))
                .toList();
    }

    /** One test per block of commands with output shown below: the block prints that output. */
    List<DynamicTest> blocks() {
        return IntStream.range(0, steps.size())
                .filter(i -> steps.get(i).shown() != null)
                .mapToObj(i ->
                        DynamicTest.dynamicTest("line " + steps.get(i).shown().line(), () -> {
                            Block shown = steps.get(i).shown();
                            assertThat(shown.describes(printed.get(i)))
                                    .as("expected%n%sprinted%n%s", shown.text(), printed.get(i))
                                    .isTrue();
                        }))
                .toList();
    }

    /** The endpoints of the rows, with variables as OpenAPI writes them, sorted. */
    List<String> named() {
        return steps.stream()
                .filter(Step::row)
                .map(step -> step.endpoint().replaceAll("[:*](\\w+)", "{$1}"))
                .sorted()
                .toList();
    }

    /** The endpoints that a service lists, restricted to certain paths, sorted. */
    static List<String> served(Service service, Predicate<String> paths) {
        var served = new TreeSet<String>();
        var all = (Map<?, ?>) service.http.get("/inspect/openapi.json").json().get("paths");
        assertThat(all).isNotNull();
        all.forEach((path, operations) -> ((Map<?, ?>) operations).keySet().forEach(method -> {
            if (paths.test(path.toString())) {
                served.add(method.toString().toUpperCase(Locale.ROOT) + " " + path);
            }
        }));
        return List.copyOf(served);
    }
}
