package io.precinct.core.api.config;

/**
 * A place in a configuration file.
 *
 * @param file absolute path
 * @param line from 1; 0 if the file as a whole is meant
 * @param column from 1; 0 if the line as a whole is meant
 */
public record Location(String file, int line, int column) {
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line;
    }
}
