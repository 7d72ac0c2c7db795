package io.precinct.source.api;

import org.jspecify.annotations.Nullable;

/**
 * Selects annotations.
 *
 * @param pattern {@code @tag:id}; {@code *} in the tag or the id stands for any run of characters other than white
 *     space, {@code @*:*} for every annotation
 * @param path file, folder or glob; null for all
 */
public record AnnotationSelector(String pattern, @Nullable String path) {}
