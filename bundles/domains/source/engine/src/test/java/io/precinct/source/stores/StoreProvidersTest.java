package io.precinct.source.stores;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreProvider;
import io.precinct.source.testing.DeployedProviders;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreProvidersTest {
    private static final StoreProvider SHELF = new StoreProvider() {
        @Override
        public String name() {
            return "shelf";
        }

        @Override
        public ParameterStore open(StoreAddress address) {
            throw new IllegalStateException("nobody opens it");
        }
    };

    private final DeployedProviders deployed = new DeployedProviders();
    private final List<String> told = new ArrayList<>();

    @Test
    void aProviderThatGoesIsNews() throws Exception {
        deployed.deploy(SHELF);
        try (StoreProviders providers = deployed.providers()) {
            providers.open(told::add);
            deployed.undeploy("shelf");

            assertThat(told).containsExactly("shelf", "shelf");
        }
    }

    @Test
    void aProviderThatGoesWhileTheFrameworkStopsIsNone() throws Exception {
        deployed.deploy(SHELF);
        try (StoreProviders providers = deployed.providers()) {
            providers.open(told::add);
            deployed.stop();
            deployed.undeploy("shelf");

            assertThat(told).containsExactly("shelf");
            assertThat(providers.named("shelf", false)).isSameAs(SHELF);
        }
    }
}
