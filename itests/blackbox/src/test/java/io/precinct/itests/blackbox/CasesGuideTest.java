package io.precinct.itests.blackbox;

import java.nio.file.Path;
import java.util.List;

/** The commands of {@code docs/cases.md} in front of an instance as it comes. */
class CasesGuideTest extends GuideTest {
    CasesGuideTest() {
        super("cases.md", 76, 6, List.of("/api"));
    }

    @Override
    Service serve(Path below) {
        return Service.onDefaults(below);
    }
}
