package io.precinct.common.manifest;

import java.util.List;
import java.util.stream.Stream;
import org.osgi.framework.wiring.BundleRevision;

/** The names that an installed bundle declares by capabilities, whether it has started or not. */
public final class DeclaredNames {
    private DeclaredNames() {}

    /**
     * The values of the attribute that is called as its namespace is, in the order of the manifest; one capability may
     * have a list of them, and one without it declares nothing.
     */
    public static Stream<String> of(BundleRevision revision, String namespace) {
        return revision.getDeclaredCapabilities(namespace).stream()
                .map(capability -> capability.getAttributes().get(namespace))
                .flatMap(value -> switch (value) {
                    case String name -> Stream.of(name);
                    case List<?> names -> names.stream().map(String::valueOf);
                    case null, default -> Stream.empty();
                });
    }
}
