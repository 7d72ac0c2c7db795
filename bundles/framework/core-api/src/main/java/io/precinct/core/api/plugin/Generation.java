package io.precinct.core.api.plugin;

/**
 * One bundle as it was admitted once: what a swap replaces as a whole.
 *
 * @param id grows with every admission; the highest wins, whatever its version
 * @param bundleId of the container
 * @param bundle symbolic name
 * @param version as in its manifest
 * @param location where the container installed it from
 */
public record Generation(long id, long bundleId, String bundle, String version, String location) {}
