package io.precinct.containment.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

class MemoryWatchTest {
    @TempDir
    Path folder;

    @Test
    void aGenerationThatFinishesItsRequestsIsNotTheOneThatServes() throws Exception {
        try (var container = new TestContainer(folder.resolve("data"))) {
            deploy(container, "1.0.0");
            Bundle old = container.bundles("a.hello").getFirst();
            assertThat(MemoryWatch.serves(old, container.context(), container.registry))
                    .isTrue();

            try (var request = container.registry.begin("hello")) {
                deploy(container, "2.0.0");

                List<Bundle> present = container.bundles("a.hello");
                assertThat(present).hasSize(2);
                assertThat(old.getState()).as("under its request").isEqualTo(Bundle.ACTIVE);
                assertThat(request.answer()).isNotNull();
                assertThat(present)
                        .filteredOn(bundle -> MemoryWatch.serves(bundle, container.context(), container.registry))
                        .singleElement()
                        .isNotEqualTo(old);
            }
        }
    }

    private void deploy(TestContainer container, String version) throws Exception {
        Path jar = TestPlugin.saying("a.hello", version, "hello", version).jar(folder.resolve(version + ".jar"));
        assertThat(container.deploy(jar).result()).isEqualTo(Result.DEPLOYED);
    }
}
