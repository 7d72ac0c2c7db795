package io.precinct.source.api;

import java.time.Duration;

/**
 * Limits of live source.
 *
 * @param inlineBytes largest file whose content a JSON answer includes
 * @param parsedBytes largest file that is parsed
 * @param queryBytes longest text of a query
 * @param queryTime how long a query may run
 */
public record SourceLimits(long inlineBytes, long parsedBytes, int queryBytes, Duration queryTime) {}
