package io.precinct.source.parse;

/**
 * How work takes its turn on a thread for parsing.
 *
 * @param owner whose work it is, a repository by its name: turns go round between owners
 * @param large whether it may hold the thread for long: such work never takes all threads
 */
public record Turn(String owner, boolean large) {
    /** Work for nobody in particular. */
    public static final Turn ANY = new Turn("", false);

    /** So much text takes some tenths of a second to parse. */
    private static final long LARGE = 1L << 20;

    /** The turn of work on so many bytes of a repository. */
    public static Turn of(String repository, long bytes) {
        return new Turn(repository, bytes > LARGE);
    }
}
