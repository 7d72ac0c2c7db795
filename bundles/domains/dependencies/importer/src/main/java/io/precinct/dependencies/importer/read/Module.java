package io.precinct.dependencies.importer.read;

/**
 * A module that a folder defines.
 *
 * @param name of its node
 * @param path of the file that defines it
 */
record Module(String name, String path) {}
