package io.precinct.dependencies.importer.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HelmChartsTest {
    // @req:dependency-import-helm
    @Test
    void theChartsThatAChartNeedsAreFound() {
        var found = ReadFiles.of(Map.of(
                "shop/Chart.yaml",
                "apiVersion: v2\nname: shop\ndependencies:\n- {name: postgresql, version: 1, repository: 'oci://x'}\n"
                        + "- {name: cart, repository: 'file://../cart'}\n- {version: 1}\n",
                "old/Chart.yaml",
                "apiVersion: v1\nname: old\n",
                "old/requirements.yaml",
                "dependencies: [{name: redis}]",
                "other/requirements.yaml",
                "dependencies: [{name: nothing}]"));
        assertThat(found.edges())
                .containsExactly(
                        "library:helm/old > library:helm/redis",
                        "library:helm/shop > library:helm/cart",
                        "library:helm/shop > library:helm/postgresql");
        assertThat(found.files("library:helm/old", "library:helm/redis"))
                .isEqualTo(List.of("old/Chart.yaml", "old/requirements.yaml"));
        assertThat(found.faults()).isEmpty();
        assertThat(found.read()).containsEntry("helm", 4);
    }

    @Test
    void whatIsNoChartIsSaid() {
        assertThat(ReadFiles.of("Chart.yaml", "version: 1").faults())
                .containsExactly("!Chart.yaml:1 a chart has a name");
        assertThat(ReadFiles.of("a/Chart.yaml", "name: [").faults())
                .singleElement()
                .asString()
                .startsWith("!a/Chart.yaml:");
    }
}
