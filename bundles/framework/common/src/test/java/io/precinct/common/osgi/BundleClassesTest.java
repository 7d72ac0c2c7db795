package io.precinct.common.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

class BundleClassesTest {
    @Test
    void aBundleThatIsUninstalledMeanwhileHasNone() {
        Bundle uninstalled = (Bundle)
                Proxy.newProxyInstance(Bundle.class.getClassLoader(), new Class<?>[] {Bundle.class}, (_, method, _) -> {
                    throw new IllegalStateException(method.getName() + " of a bundle that is uninstalled");
                });

        assertThat(BundleClasses.names(uninstalled)).isEmpty();
    }
}
