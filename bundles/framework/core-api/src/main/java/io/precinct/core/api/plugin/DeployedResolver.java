package io.precinct.core.api.plugin;

import io.precinct.api.config.TagResolver;

/**
 * A deployed tag resolver.
 *
 * @param tag without the exclamation mark
 * @param late true if it resolves when a request needs it
 * @param resolver resolves
 * @param generation the bundle it came with
 */
public record DeployedResolver(String tag, boolean late, TagResolver resolver, Generation generation) {}
