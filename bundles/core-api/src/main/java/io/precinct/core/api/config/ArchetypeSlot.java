package io.precinct.core.api.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code archetypes.<slot>}.
 *
 * @param slot name of the slot
 * @param archetype name of the archetype
 * @param args plain data for it
 * @param at where it stands
 */
public record ArchetypeSlot(String slot, String archetype, Map<String, @Nullable Object> args, Location at) {}
