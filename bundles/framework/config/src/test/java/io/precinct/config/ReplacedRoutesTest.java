package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.Configuration;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that configured routes replace contributed routes only if they state that. */
class ReplacedRoutesTest {
    @TempDir
    Path root;

    private TestFolder folder;
    private final DeployedPlugins plugins = DeployedPlugins.shipped()
            .boundary("operations.health", RouteDeclaration.of("get", "/health"))
            .boundary("cases.show", RouteDeclaration.of("get", "/api/tasks/:id"))
            .boundary("cases.list", RouteDeclaration.of("get", "/api/tasks"));

    @BeforeEach
    void makeFolder() throws Exception {
        folder = TestFolder.in(root);
    }

    private List<String> problems(String route) {
        return folder.lines(folder.service("service: a\nroutes:\n  " + route + "\n")
                .load(plugins.snapshot())
                .problems());
    }

    @Test
    void aRouteAtThePlaceOfAContributedOneIsAnError() {
        assertThat(problems("/health: {method: get, boundary: echo}"))
                .containsExactly(
                        "service.yml:3: GET /health is the route operations.health of boundary.operations.health"
                                + " (say replaces: operations.health to serve yours instead, or take another path)");
        assertThat(problems("/api/tasks/:task: {method: get, boundary: echo}"))
                .singleElement()
                .asString()
                .contains("GET /api/tasks/:task is the route cases.show");
        assertThat(problems("/health: {method: post, boundary: echo}")).isEmpty();
    }

    @Test
    void aRouteThatSaysWhatItReplacesIsNone() {
        assertThat(problems("/health: {method: get, boundary: echo, replaces: operations.health}"))
                .isEmpty();
        assertThat(problems("/health: {method: get, boundary: echo, name: operations.health}"))
                .isEmpty();
        assertThat(problems("/health: {method: get, boundary: echo, replaces: cases.show}"))
                .singleElement()
                .asString()
                .contains("GET /health is the route operations.health");
        Configuration configuration = folder.load(plugins.snapshot()).configuration();
        assertThat(configuration).isNull();
    }

    @Test
    void theFrontPageIsReplacedByWhoeverHasOne() {
        plugins.boundary("operations.front", RouteDeclaration.of("get", "/"));
        assertThat(problems("/: {method: get, boundary: echo}")).isEmpty();
    }

    @Test
    void anUnknownNameIsAnErrorWithTheNearestOnes() {
        assertThat(problems("/health: {method: get, boundary: echo, replaces: operations.helth}"))
                .contains("service.yml:3: no bundle brings a route \"operations.helth\", which is to be replaced"
                        + " (the nearest are operations.health, cases.list, cases.show)");
        assertThat(problems("/later: {method: get, boundary: echo, replaces: later.show, optional: true}"))
                .isEmpty();
    }

    @Test
    void twoRoutesDoNotReplaceOne() {
        assertThat(problems("/a: {method: get, boundary: echo, replaces: cases.list}\n"
                        + "  /b: {method: get, boundary: echo, name: cases.list}"))
                .containsExactly(
                        "service.yml:4: two routes replace \"cases.list\" (the other stands at" + " service.yml:3)");
    }

    @Test
    void aRouteThatABundleContributesLaterMakesTheLoadOutdated() {
        var later = DeployedPlugins.shipped();
        LoadResult load = folder.service("service: a\nroutes:\n  /health: {method: get, boundary: echo}\n")
                .load(later.snapshot());
        assertThat(load.problems()).isEmpty();
        assertThat(load.isOutdatedBy(later.boundary("other", null).snapshot())).isFalse();

        later.boundary("operations.health", RouteDeclaration.of("get", "/health"));
        assertThat(load.isOutdatedBy(later.snapshot())).isTrue();
        LoadResult refused = folder.load(later.snapshot());
        assertThat(refused.configuration()).isNull();
        assertThat(refused.isOutdatedBy(later.snapshot())).isFalse();
        assertThat(refused.isOutdatedBy(
                        later.withoutBoundary("operations.health").snapshot()))
                .isTrue();
    }
}
