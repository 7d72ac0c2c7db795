package io.precinct.http;

import java.time.Instant;

/**
 * Something that keeps a listener from being as configured.
 *
 * @param reason one sentence for people
 * @param since when it began
 */
public record Trouble(String reason, Instant since) {}
