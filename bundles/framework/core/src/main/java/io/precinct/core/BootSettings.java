package io.precinct.core;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of the boot call.
 *
 * @param version version of Precinct
 * @param configDir the configuration folder
 * @param dataDir the folder that survives restarts
 * @param strictInput the strict_input argument, which overrides the configuration; null if it was not given
 * @param archetypes whether archetypes are booted; false if the configuration is only checked
 */
public record BootSettings(
        String version,
        Path configDir,
        Path dataDir,
        @Nullable Boolean strictInput,
        boolean archetypes) {}
