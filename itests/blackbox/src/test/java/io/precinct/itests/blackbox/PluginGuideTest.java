package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.GuideDocument.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows {@code docs/plugins.md} to the letter. Three things differ from the situation of a reader:
 *
 * <ul>
 *   <li>The checkout is a copy of this one ({@link GuideCheckout}), and the local Maven repository is a view of the
 *       user's ({@link GuideMaven}).
 *   <li>The service listens on any free port: the copy's {@code service.yml} contains {@code port: 0}, and the address
 *       in commands and outputs stands for the address that the service announces.
 *   <li>A block that runs the service keeps running, as in a separate terminal. A {@code curl} is repeated until its
 *       answer is as printed ({@link GuideReader}), because a person is slower than a reload.
 * </ul>
 */
class PluginGuideTest {
    /**
     * The imports, which the guide leaves out. Formatter is imported by name, because {@code java.util} has one as
     * well.
     */
    private static final String IMPORTS = """
            package guide;

            import io.precinct.api.boundary.*;
            import io.precinct.api.config.*;
            import io.precinct.api.data.*;
            import io.precinct.api.envelope.*;
            import io.precinct.api.format.Formatter;
            import io.precinct.api.format.FormatterFor;
            import io.precinct.api.service.*;
            import io.precinct.api.settings.*;
            import io.precinct.api.shape.*;
            import java.io.*;
            import java.nio.charset.*;
            import java.nio.file.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import org.osgi.service.component.annotations.*;
            """;

    /** The imports of tests. Language is imported by name, because jtreesitter has one as well. */
    private static final String TEST_IMPORTS = """
            import static org.junit.jupiter.api.Assertions.*;

            import io.github.treesitter.jtreesitter.Node;
            import io.github.treesitter.jtreesitter.Tree;
            import io.precinct.source.api.grammar.*;
            import io.precinct.testkit.*;
            import org.junit.jupiter.api.Test;
            """;

    private static final Path ROOT = Path.of(System.getProperty("precinct.root"));

    @TempDir
    private Path folder;

    private static GuideDocument guide() throws IOException {
        return GuideDocument.read(ROOT.resolve("docs/plugins.md"));
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void theGuideLeadsFromNothingToAVerifiedBoundary() throws IOException {
        Path checkout = GuideCheckout.into(folder.resolve("precinct"));
        List<Block> blocks = guide().walk();
        assertThat(blocks).hasSizeGreaterThan(20);
        try (var maven = GuideMaven.bare(folder.resolve("maven"));
                var reader = new GuideReader(checkout, maven)) {
            GuideCurl.where(maven.bin);
            for (int i = 0; i < blocks.size(); i++) {
                boolean shown = i + 1 < blocks.size() && blocks.get(i + 1).is("text", "json");
                reader.follow(blocks.get(i), shown ? blocks.get(i + 1) : null);
            }
        }
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void everyPieceOfJavaCompiles() throws IOException {
        Path project = Files.createDirectories(folder.resolve("pieces"));
        for (String file : List.of("pom.xml", "bnd.bnd")) {
            Files.copy(ROOT.resolve("authors/example").resolve(file), project.resolve(file));
        }
        List<Block> pieces = guide().in("java");
        assertThat(pieces).hasSizeGreaterThan(10);
        for (Block piece : pieces) {
            Matcher type = GuideDocument.TYPE.matcher(piece.text());
            assertThat(type.find()).as("line %s holds a class", piece.line()).isTrue();
            // Grammars, too: this project gets the API of grammars only through the test kit.
            boolean test = piece.text().contains("TestChain") || piece.text().contains("Grammar");
            String source = "src/" + (test ? "test" : "main") + "/java/guide/" + type.group(1) + ".java";
            Service.write(project.resolve(source), IMPORTS + (test ? TEST_IMPORTS : "") + "\n" + piece.text());
        }

        try (var maven = GuideMaven.withPrecinct(folder.resolve("maven"))) {
            maven.run(project, "test-compile");
        }
    }
}
