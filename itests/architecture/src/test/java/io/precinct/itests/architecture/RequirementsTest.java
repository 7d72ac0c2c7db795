package io.precinct.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that {@code docs/requirements.md} lists what the code declares, so that coverage of Precinct is correct. */
class RequirementsTest {
    private static final Path ROOT = Path.of(System.getProperty("precinct.root"));
    private static final Pattern LISTED = Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\| .+ \\|$");
    private static final Pattern MARKED = Pattern.compile("(?m)^ *// @req:([a-z0-9-]+)$");

    @Test
    void everyListedRequirementIsMarkedInTheCodeAndTheOtherWayRound() throws IOException {
        List<String> listed = all(LISTED, Files.readString(ROOT.resolve("docs/requirements.md")));
        var marked = new TreeSet<String>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("bundles"))) {
            for (Path file : files.filter(
                            f -> f.toString().endsWith(".java") && f.toString().contains("/src/main/"))
                    .toList()) {
                marked.addAll(all(MARKED, Files.readString(file)));
            }
        }

        assertThat(listed).doesNotHaveDuplicates().hasSizeGreaterThan(100);
        assertThat(marked).containsExactlyInAnyOrderElementsOf(listed);
    }

    @Test
    void theDistributionHasTheSameSourceYmlWithoutARepository() throws IOException {
        String checkout = Files.readString(ROOT.resolve("config/source.yml"));
        String shipped = Files.readString(ROOT.resolve("runtime/distribution/src/config/source.yml"));

        assertThat(checkout.replaceFirst("(?s)repos:\\n.*?(?=  #build:)", "#repos:\n"))
                .isEqualTo(shipped);
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(m -> m.group(1)).toList();
    }
}
