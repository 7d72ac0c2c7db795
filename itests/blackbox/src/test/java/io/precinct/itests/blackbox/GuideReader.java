package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.GuideDocument.Block;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** A reader who follows each block of the guide and compares the output with what the guide shows. */
final class GuideReader implements AutoCloseable {
    private static final String ADDRESS = "http://127.0.0.1:3000";

    private final Path checkout;
    private final Path configuration;
    private final GuideMaven maven;
    private final GuideShell shell;
    private ServerProcess running;

    GuideReader(Path checkout, GuideMaven maven) {
        this.checkout = checkout;
        this.configuration = checkout.resolve("config/service.yml");
        this.maven = maven;
        this.shell = new GuideShell(checkout, maven.environment());
    }

    /**
     * Follows one block.
     *
     * @param shown what the guide shows as its output, or null
     */
    void follow(Block block, Block shown) throws IOException {
        switch (block.language()) {
            case "sh" -> {
                if (block.text().contains("precinct run")) {
                    run(block, shown);
                } else if (shown != null && block.text().startsWith("curl ")) {
                    repeat(block, shown);
                } else {
                    GuideShell.Result result = shell.run(here(block));
                    assertThat(result.exit())
                            .as(difference(block, shown, result))
                            .isZero();
                    assertThat(shown == null || shown.describes(result.out()))
                            .as(difference(block, shown, result))
                            .isTrue();
                }
            }
            case "yaml" -> Files.writeString(configuration, merged(Files.readString(configuration), block.text()));
            case "java" -> assertGenerated(block);
            default ->
                assertThat(block.is("text", "json")).as("line %s", block.line()).isTrue();
        }
    }

    /** Starts the service in a separate terminal. */
    private void run(Block block, Block shown) {
        String script = "cd \"$0\" && exec " + block.text().strip();
        running = ServerProcess.start(List.of("sh", "-c", script, checkout.toString()), maven.environment());
        String printed = String.join("\n", running.out());
        assertThat(shown.describes(printed.replace(running.url().toString(), ADDRESS)))
                .as(printed)
                .isTrue();
    }

    /** Sends a request until the answer is the one that is shown, because a reload takes some time. */
    private void repeat(Block block, Block shown) {
        var last = new AtomicReference<GuideShell.Result>();
        Eventually.until(() -> difference(block, shown, last.get()), () -> {
            GuideShell.Result result = shell.run(here(block));
            last.set(result);
            return shown.describes(result.out());
        });
    }

    private String here(Block block) {
        return running == null
                ? block.text()
                : block.text().replace(ADDRESS, running.url().toString());
    }

    private static String difference(Block block, Block shown, GuideShell.Result result) {
        String expected = shown == null ? "anything" : shown.text();
        return "line " + block.line() + ":\n" + block.text() + "shows\n" + expected + "and was\n" + result;
    }

    /** Checks that the file in the guide equals the file that the archetype generates. */
    private void assertGenerated(Block block) throws IOException {
        Matcher type = GuideDocument.TYPE.matcher(block.text());
        assertThat(type.find()).as("line %s holds a class", block.line()).isTrue();
        try (Stream<Path> files = Files.walk(shell.folder())) {
            Path source = files.filter(file -> file.endsWith(type.group(1) + ".java"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readString(source)).as("line %s", block.line()).contains(block.text());
        }
    }

    /**
     * Merges like an editor would: adds the lines below each key of {@code addition} below the same key of the file.
     */
    private static String merged(String file, String addition) {
        String merged = file;
        for (String part : addition.split("\n(?=\\S)")) {
            int end = part.indexOf('\n') + 1;
            String key = "\n" + part.substring(0, end);
            assertThat(merged).contains(key);
            merged = merged.replace(key, key + part.substring(end).stripTrailing() + "\n");
        }
        return merged;
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
    }
}
