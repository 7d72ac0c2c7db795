package io.precinct.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The modules of this repository. */
class CheckoutTest {
    private final Checkout checkout = Checkout.read(Path.of(System.getProperty("precinct.root")));

    @Test
    void aModuleStandsBehindThoseThatItDependsOn() {
        List<String> artifacts = new ArrayList<>(checkout.modules().keySet());

        assertThat(checkout.modules().values())
                .isNotEmpty()
                .allSatisfy(module -> assertThat(module.dependencies())
                        .allSatisfy(dependency -> assertThat(artifacts.indexOf(dependency))
                                .isLessThan(artifacts.indexOf(module.artifact()))));
    }

    @Test
    void theFoldersOfModulesAreNamedFromTheRoot() {
        assertThat(module("bundles/domains/cases/service").artifact()).isEqualTo("precinct-cases");
        assertThat(checkout.named("boundaries/echo")).contains(module("bundles/boundaries/echo"));
        assertThat(checkout.named("bundles/domains/cases/service/")).contains(module("bundles/domains/cases/service"));
        assertThat(checkout.named("no-such")).isEmpty();
    }

    @Test
    void aFileBelongsToTheInnermostModule() {
        assertThat(checkout.holding("bundles/domains/cases/service/src/main/java/A.java"))
                .isEqualTo(module("bundles/domains/cases/service"));
        assertThat(checkout.holding("bundles/boundaries/echo/pom.xml")).isEqualTo(module("bundles/boundaries/echo"));
        assertThat(checkout.holding("docs/cases.md").folder()).isEmpty();
    }

    @Test
    void whatDependsOnAModuleIsFoundNearestFirst() {
        var dependents = checkout.dependents(module("bundles/domains/platform/rest-api"));

        assertThat(dependents)
                .containsEntry(module("bundles/domains/cases/service"), 1)
                .containsKey(module("runtime/distribution"))
                .doesNotContainKey(module("bundles/domains/platform/rest-api"))
                .doesNotContainKey(module("bundles/api"));
        assertThat(new ArrayList<>(dependents.values())).isSorted();
    }

    @Test
    void dependenciesOfTheParentAreInherited() {
        assertThat(module("bundles/domains/cases/service").dependencies()).contains("precinct-testing");
    }

    private SourceModule module(String folder) {
        return checkout.modules().values().stream()
                .filter(each -> each.folder().equals(folder))
                .findFirst()
                .orElseThrow();
    }
}
