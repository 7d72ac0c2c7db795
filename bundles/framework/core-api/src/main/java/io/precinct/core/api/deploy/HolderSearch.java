package io.precinct.core.api.deploy;

import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Finds what holds the class loaders of removed bundles. An optional service: without it, the deployer counts such
 * loaders without naming their holders. Thread-safe.
 *
 * @since 1.4
 */
@ProviderType
public interface HolderSearch {
    /**
     * Searches for the holders. Takes two seconds at most, and pauses no thread.
     *
     * @param departed loaders still in memory, each with the names of its bundle's classes
     * @return for each loader the causes found, one sentence a cause; an empty list does not mean that nothing holds it
     */
    Map<ClassLoader, List<String>> holders(Map<ClassLoader, List<String>> departed);
}
