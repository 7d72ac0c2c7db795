package io.precinct.source.settings;

import java.util.List;

/**
 * A parameter store that a repository serves.
 *
 * @param provider name of the provider that reads it
 * @param secrets globs over whole keys whose values are masked
 * @param grant roles that see the values that are masked for others
 */
public record StoreSettings(String provider, List<String> secrets, List<String> grant) {
    public StoreSettings {
        secrets = List.copyOf(secrets);
        grant = List.copyOf(grant);
    }
}
