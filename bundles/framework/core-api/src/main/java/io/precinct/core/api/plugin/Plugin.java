package io.precinct.core.api.plugin;

/**
 * A deployed plug-in.
 *
 * @param name by which it is found
 * @param service the plug-in itself
 * @param generation the bundle it came with
 */
public record Plugin<T>(String name, T service, Generation generation) {}
