package io.precinct.itests.blackbox;

import java.nio.file.Path;
import java.util.List;

/** Runs the commands of {@code docs/cases.md} against an instance with its default configuration. */
class CasesGuideTest extends GuideTest {
    CasesGuideTest() {
        super("cases.md", 76, 6, List.of("/api"));
    }

    @Override
    Service serve(Path below) {
        return Service.onDefaults(below);
    }
}
