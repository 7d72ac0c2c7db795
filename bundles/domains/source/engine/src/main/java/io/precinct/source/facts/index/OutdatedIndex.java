package io.precinct.source.facts.index;

/**
 * A language was replaced since an index was made: what it finds now is not what the index would keep it as. The index is to
 * be made anew.
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
