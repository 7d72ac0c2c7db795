package io.precinct.source.settings;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where languages come from that are not shipped.
 *
 * @param registry npm registry to fetch them from, or null for the public one
 * @param pins absolute path of the lock file that says which version of each may be fetched
 */
public record GrammarSettings(@Nullable URI registry, Path pins) {}
