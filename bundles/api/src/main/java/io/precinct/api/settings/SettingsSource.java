package io.precinct.api.settings;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Reads the settings of domains. A service. Its own properties tell the launcher how reading went, for all files and
 * owners, like those of the configuration; so a component that owns settings is activated as soon as possible, even if
 * nothing else needs it. Thread-safe.
 *
 * @since 1.4
 */
@ProviderType
public interface SettingsSource {
    /**
     * Reads a part of a file for its owner: now, before this returns, and again when the file changes or a reload is
     * requested. A missing or empty file has no settings.
     *
     * <p>When files are read again, all owners of a file are asked before any of its parts takes effect, and none does
     * if anything in the file is wrong.
     *
     * @return ends the subscription
     */
    AutoCloseable subscribe(SettingsPart part, Owner owner);

    /** Takes the settings of a part. Called by one thread at a time, never with older settings after newer ones. */
    @ConsumerType
    interface Owner {
        /**
         * Checks the settings, reports what does not fit together, and changes nothing.
         *
         * @param settings the members of the part
         * @return puts them into effect; run soon afterwards if the whole file is valid, else never. It returns quickly
         *     and throws nothing
         */
        Runnable prepare(Settings settings);

        /**
         * Called if the file is invalid, so that nothing in it takes effect.
         *
         * @param problems all faults of the file, each as {@code file:line: message (hint)}
         */
        default void refused(List<String> problems) {}
    }
}
