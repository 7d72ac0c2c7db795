package io.precinct.core.api.plugin;

/**
 * One admission of a bundle, which a swap replaces entirely.
 *
 * @param id grows with every admission; the highest wins, whatever its version
 * @param bundleId of the container
 * @param bundle symbolic name
 * @param version as in its manifest
 * @param location from which the container installed it
 */
public record Generation(long id, long bundleId, String bundle, String version, String location) {}
