package io.precinct.core.api.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A slot under {@code archetypes} in {@code service.yml}, and the archetype that boots into it.
 *
 * @param slot name of the slot
 * @param archetype name of the archetype
 * @param args arguments of the boot, plain data
 * @param at its place in the file
 */
public record ArchetypeSlot(String slot, String archetype, Map<String, @Nullable Object> args, Location at) {}
