package io.precinct.source.facts.index;

/**
 * A language was replaced after an index was made: what the language finds now does not belong into the index, which
 * must be made anew.
 */
final class OutdatedIndex extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient CommitIndex index;

    OutdatedIndex(CommitIndex index, String language) {
        super(language + " was replaced while files were parsed", null, false, false);
        this.index = index;
    }

    CommitIndex index() {
        return index;
    }
}
