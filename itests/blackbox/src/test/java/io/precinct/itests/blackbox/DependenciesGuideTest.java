package io.precinct.itests.blackbox;

import java.nio.file.Path;
import java.util.List;

/** The commands of docs/dependencies.md, run as they stand there. */
class DependenciesGuideTest extends GuideTest {
    DependenciesGuideTest() {
        super("dependencies.md", 7, 2, List.of("/graph"));
    }

    @Override
    Service serve(Path below) {
        Service.initializeDatabase(below);
        return Service.on(below, "service: dependencies\n", "--features", "framework,dependencies");
    }
}
