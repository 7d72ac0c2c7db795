package io.precinct.itests.blackbox;

import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.util.List;

/** Runs the commands of docs/dependencies.md exactly as written. */
class DependenciesGuideTest extends GuideTest {
    DependenciesGuideTest() {
        super("dependencies.md", 9, 4, List.of("/graph"));
    }

    @Override
    Service serve(Path below) {
        Service.initializeDatabase(below);
        GitFolder.init(below.resolve("shop"))
                .write(
                        "pom.xml",
                        "<project><groupId>org.example</groupId><artifactId>till</artifactId><dependencies><dependency>"
                                + "<groupId>org.example</groupId><artifactId>money</artifactId></dependency>"
                                + "</dependencies></project>")
                .write("compose.yml", "services: {till: {build: .}}\n")
                .commit("as it is");
        Service.write(below.resolve("config/source.yml"), "repos: {shop: {url: ../shop}}\n");
        // Imports happen only when the guide asks for them, in its order.
        Service.write(below.resolve("config/dependencies.yml"), "import: {on_refresh: false}\n");
        Service service = Service.on(below, "service: dependencies\n", "--features", "framework,dependencies,source");
        Eventually.until(
                "the repository serves",
                () -> service.http.get("/repos/shop/tree").status() == 200);
        return service;
    }
}
