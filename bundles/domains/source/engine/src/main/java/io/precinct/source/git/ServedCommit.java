package io.precinct.source.git;

/**
 * What is served of a repository.
 *
 * @param store clone that it is in
 * @param head commit that is followed
 */
record ServedCommit(Clone store, Clone.Head head) {}
