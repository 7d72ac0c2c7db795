package io.precinct.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.precinct.launcher.RecordingConsole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "precinct st, status",
        "precinct --v, --version",
        "precinct seal v, verify",
        "precinct grammars f, fetch",
        "precinct user pa, passwd",
        "precinct user add --ro, --role",
        "precinct log io.precinct war, warn",
        "precinct deploy --dry, --dry-run",
        "precinct deploy --rep, --replace",
        "precinct und, undeploy",
        "precinct completion z, zsh",
        "precinct help ro, rollback",
        "./precinct run --str, --strict-input"
    })
    void bashCompletesCommandsOptionsAndChoices(String typed, String completed) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed here");
        String simulation = script("bash") + "\nCOMP_WORDS=(" + typed + ")\nCOMP_CWORD="
                + typed.chars().filter(c -> c == ' ').count() + "\n_precinct\necho \"${COMPREPLY[@]}\"\n";

        assertThat(bash(simulation)).isEqualTo(completed + "\n");
    }

    @Test
    void filesAndFoldersAreCompletedWithTheSpacesInTheirNames() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed here");
        Files.createFile(folder.resolve("my bundle.jar"));
        Files.createDirectory(folder.resolve("my folder"));
        String cd = script("bash") + "\ncd '" + folder + "'\nCOMP_CWORD=2\n";

        assertThat(bash(cd + "COMP_WORDS=(precinct deploy my)\n_precinct\nprintf '%s|' \"${COMPREPLY[@]}\"\n"))
                .isIn("my bundle.jar|my folder|", "my folder|my bundle.jar|");
        assertThat(bash(cd + "COMP_WORDS=(precinct --data my)\n_precinct\nprintf '%s|' \"${COMPREPLY[@]}\"\n"))
                .isEqualTo("my folder|");
    }

    @Test
    void theScriptOfZshLoadsTheCompletionOfBashFirst() {
        assertThat(script("zsh")).contains("bashcompinit\n_precinct_files()");
    }

    private static String script(String shell) {
        var console = new RecordingConsole();
        assertThat(new Completion(shell).execute(console.console())).isZero();
        return console.out();
    }

    private static String bash(String script) throws IOException, InterruptedException {
        Process bash =
                new ProcessBuilder("/bin/bash", "-s").redirectErrorStream(true).start();
        try (var input = bash.outputWriter(StandardCharsets.UTF_8)) {
            input.write(script);
        }
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return output;
    }
}
