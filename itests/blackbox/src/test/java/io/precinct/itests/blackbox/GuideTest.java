package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of a guide against a fresh instance. Each row of its table must answer with the first status that
 * it names, each block must print what the guide shows below it, and the table must name exactly the endpoints that the
 * service serves.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GuideTest {
    final Path guide;
    Path folder;
    Service service;

    private final int rows;
    private final int blocks;
    private final List<String> roots;
    private GuideWalk walk;

    /**
     * Tests a guide.
     *
     * @param name name of the file below {@code docs}
     * @param rows least number of rows of its table
     * @param blocks least number of blocks with output shown below them
     * @param roots the table names every path at or below these paths
     */
    GuideTest(String name, int rows, int blocks, List<String> roots) {
        this.guide = Path.of(System.getProperty("precinct.root"), "docs", name);
        this.rows = rows;
        this.blocks = blocks;
        this.roots = roots;
    }

    /** Starts the instance, with its data in this folder. */
    abstract Service serve(Path below);

    @BeforeAll
    void follow(@TempDir Path own) throws IOException {
        folder = own;
        service = serve(own);
        walk = new GuideWalk(guide, service, own);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @TestFactory
    List<DynamicTest> everyRowAnswersWithItsStatus() {
        assertThat(walk.rows()).hasSizeGreaterThanOrEqualTo(rows);
        return walk.rows();
    }

    @TestFactory
    List<DynamicTest> everyBlockPrintsWhatStandsBelowIt() {
        assertThat(walk.blocks()).hasSizeGreaterThanOrEqualTo(blocks);
        return walk.blocks();
    }

    @Test
    void theTableNamesEveryEndpointOnce() {
        assertThat(walk.named())
                .containsExactlyElementsOf(GuideWalk.served(
                        service, path -> roots.stream().anyMatch(root -> (path + "/").startsWith(root + "/"))));
    }
}
