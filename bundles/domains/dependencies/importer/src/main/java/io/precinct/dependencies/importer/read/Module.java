package io.precinct.dependencies.importer.read;

/**
 * A module that a folder defines.
 *
 * @param name the name of its node
 * @param path the path of the file that defines it
 */
record Module(String name, String path) {}
