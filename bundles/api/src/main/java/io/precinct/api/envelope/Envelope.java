package io.precinct.api.envelope;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** An immutable set of values for the keys of one stage, built through the {@link EnvelopeCatalogue}. Thread-safe. */
@ProviderType
public interface Envelope {
    /** The stage it was built for. */
    Stage stage();

    /** The value of a key, or null if it is not set, or set to null, or not declared. */
    @Nullable
    Object get(String key);

    /** True if the key was set, even to null. */
    boolean has(String key);

    /** The keys that were set, in the order of the catalogue. */
    List<String> keys();
}
