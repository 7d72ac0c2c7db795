package io.precinct.configuration.compare;

/**
 * An environment.
 *
 * @param name unique within a request
 */
record Environment(String name, Place place) {}
