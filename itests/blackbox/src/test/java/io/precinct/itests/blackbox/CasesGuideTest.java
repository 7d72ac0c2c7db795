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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of {@code docs/cases.md} in front of a fresh instance: each row of its table answers with the first status it
 * names, each block prints what stands below it, and the table names what the service serves, no more and no less.
 */
@Timeout(180)
class CasesGuideTest {
    private static final Path GUIDE = Path.of(System.getProperty("precinct.root"), "docs/cases.md");

    @TempDir
    private static Path folder;

    private static Service service;
    private static GuideWalk walk;

    @BeforeAll
    static void follow() throws IOException {
        service = Service.onDefaults(folder);
        walk = new GuideWalk(GUIDE, service, folder);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @TestFactory
    List<DynamicTest> every_row_answers_with_its_status() {
        assertThat(walk.rows()).hasSizeGreaterThan(75);
        return walk.rows();
    }

    @TestFactory
    List<DynamicTest> every_block_prints_what_stands_below_it() {
        assertThat(walk.blocks()).hasSizeGreaterThanOrEqualTo(5);
        return walk.blocks();
    }

    @Test
    void the_table_names_every_endpoint_once() {
        assertThat(walk.named()).containsExactlyElementsOf(GuideWalk.served(service, path -> path.startsWith("/api/")));
    }
}
