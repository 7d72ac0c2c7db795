package io.precinct.source.git;

import io.precinct.source.api.History;
import io.precinct.source.api.History.Revision;
import io.precinct.source.api.History.Run;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jgit.blame.BlameGenerator;
import org.eclipse.jgit.blame.BlameResult;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * Finds the commits that last changed the lines of a file. Confined to a thread.
 *
 * @param repository read until its time is over
 */
record Blame(TimedRepository repository) {
    /** By this name, the file is known to hosts of repositories too. */
    private static final String IGNORED = ".git-blame-ignore-revs";

    /**
     * Runs of lines from the same commit.
     *
     * @param from first line, from 1
     * @param to last line, inclusive; lines behind the end are left out
     */
    ResultPage<Run> of(ObjectId commit, String path, int from, int to) throws IOException {
        ObjectReader reader = repository.newObjectReader();
        try (var generator = new BlameGenerator(repository, path);
                var walk = new RevWalk(reader)) {
            generator.setFollowFileRenames(true);
            Moves.bounded(Objects.requireNonNull(generator.getRenameDetector(), "moves are followed"));
            generator.setDiffAlgorithm(Comparison.BLAME);
            generator.setIgnoreRevs(ignored(reader, commit));
            generator.push(null, commit);
            BlameResult blame = BlameResult.create(generator);
            int total = blame == null ? 0 : blame.getResultContents().size();
            if (from > total && (total > 0 || from > 1)) {
                throw SourceFault.of(
                        416,
                        "range_not_satisfiable",
                        "line " + from + " is past the end of the file, which has " + total + " lines",
                        "total",
                        total);
            }
            if (blame == null || total == 0) {
                return new ResultPage<>(List.of(), null, null, List.of());
            }
            int end = Math.min(to, total);
            blame.computeRange(from - 1, end);
            return runs(blame, from - 1, end, walk, Mailmap.of(reader, commit), reader.getShallowCommits());
        }
    }

    /** The commits that the repository wants to be passed over, such as those that only format. */
    private static List<ObjectId> ignored(ObjectReader reader, ObjectId commit) throws IOException {
        String text = new TreeReader(reader).text(commit, IGNORED);
        return text == null
                ? List.of()
                : text.lines()
                        .map(line -> line.replaceFirst("#.*", "").strip())
                        .filter(ObjectId::isId)
                        .map(ObjectId::fromString)
                        .toList();
    }

    private static ResultPage<Run> runs(
            BlameResult blame, int start, int end, RevWalk walk, Mailmap people, Set<ObjectId> shallow)
            throws IOException {
        var runs = new ArrayList<Run>();
        Map<ObjectId, Revision> commits = new HashMap<>();
        boolean cut = false;
        int first = start;
        for (int line = start; line < end; line++) {
            if (line + 1 < end && goesOn(blame, line)) {
                continue;
            }
            RevCommit commit = blame.getSourceCommit(line);
            Revision revision = commits.get(commit);
            if (revision == null) {
                revision = Revisions.of(walk, walk.parseCommit(commit), people, null);
                commits.put(commit.copy(), revision);
                cut |= shallow.contains(commit);
            }
            runs.add(
                    new Run(first + 1, line + 1, revision, blame.getSourcePath(first), blame.getSourceLine(first) + 1));
            first = line + 1;
        }
        return new ResultPage<>(runs, null, cut ? History.SHALLOW : null, List.of());
    }

    /** Whether the next line comes from the same origin as this one, right behind it. */
    private static boolean goesOn(BlameResult blame, int line) {
        return blame.getSourceCommit(line).equals(blame.getSourceCommit(line + 1))
                && blame.getSourcePath(line).equals(blame.getSourcePath(line + 1))
                && blame.getSourceLine(line) + 1 == blame.getSourceLine(line + 1);
    }
}
