package io.precinct.core;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the boot call says.
 *
 * @param version of Precinct
 * @param configDir the configuration folder
 * @param dataDir the folder that survives restarts
 * @param strictInput the strict_input argument; wins over configuration; null where the call does not say
 * @param archetypes whether archetypes are booted; false for a mere check of the configuration
 */
public record BootSettings(
        String version,
        Path configDir,
        Path dataDir,
        @Nullable Boolean strictInput,
        boolean archetypes) {}
