package io.precinct.source.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.diff.SimilarityIndex;
import org.eclipse.jgit.diff.SimilarityIndex.TableFullException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file of which another is a copy, as {@code git log --follow} does: one with the same content if there is
 * any, else the one with the most similar content. Confined to a thread.
 */
final class Copies {
    /** Most files whose contents are compared. */
    private static final int MOST = 10_000;

    /** Most bytes of their contents: about two seconds of work. */
    private static final long MOST_BYTES = 256L << 20;

    private static final int PERFECT = 60_000;

    private final ObjectReader reader;
    private final String path;
    private final ObjectId content;

    /**
     * Finds the source of one file.
     *
     * @param path of the copy
     * @param content of the copy
     */
    Copies(ObjectReader reader, String path, ObjectId content) {
        this.reader = reader;
        this.path = path;
        this.content = content;
    }

    /** Whether a mode is that of a file with content of its own: no link, no submodule. */
    static boolean isFile(int mode) {
        return (mode & FileMode.TYPE_MASK) == FileMode.TYPE_FILE;
    }

    private record Candidate(int position, String path, ObjectId content, long size) {}

    /** The path of the source in a tree, or null if nothing in it is similar. */
    @Nullable
    String sourceIn(AnyObjectId tree) throws IOException {
        long size = reader.getObjectSize(content, Constants.OBJ_BLOB);
        var similar = new ArrayList<Candidate>();
        String same = null;
        try (var files = new TreeWalk(reader)) {
            files.addTree(tree);
            files.setRecursive(true);
            while (files.next()) {
                if (!isFile(files.getRawMode(0))) {
                    continue;
                }
                ObjectId each = files.getObjectId(0);
                if (each.equals(content)) {
                    if (hasSameName(files.getPathString())) {
                        return files.getPathString();
                    }
                    same = same == null ? files.getPathString() : same;
                } else if (same == null) {
                    long other = reader.getObjectSize(each, Constants.OBJ_BLOB);
                    if (Math.min(size, other) >= Math.max(size, other) / 2) {
                        similar.add(new Candidate(similar.size(), files.getPathString(), each, other));
                    }
                }
            }
        }
        return same != null || size > MOST_BYTES ? same : mostSimilar(bounded(similar, size));
    }

    /** Those whose sizes are closest, as many as may be compared, in their order. */
    private static List<Candidate> bounded(List<Candidate> candidates, long size) {
        List<Candidate> closest = new ArrayList<>(candidates);
        closest.sort(Comparator.comparingLong(each -> Math.abs(each.size - size)));
        long bytes = 0;
        int count = 0;
        while (count < Math.min(closest.size(), MOST) && bytes + closest.get(count).size <= MOST_BYTES) {
            bytes += closest.get(count++).size;
        }
        List<Candidate> bounded = closest.subList(0, count);
        bounded.sort(Comparator.comparingInt(Candidate::position));
        return bounded;
    }

    private @Nullable String mostSimilar(List<Candidate> candidates) throws IOException {
        SimilarityIndex index = candidates.isEmpty() ? null : index(content);
        if (index == null) {
            return null;
        }
        String found = null;
        int best = PERFECT * Moves.SIMILAR / 100 - 1;
        boolean named = true;
        for (Candidate each : candidates) {
            SimilarityIndex other = index(each.content);
            int score = other == null ? 0 : index.score(other, PERFECT);
            if (score > best || score == best && !named && hasSameName(each.path)) {
                best = score;
                found = each.path;
                named = hasSameName(each.path);
            }
        }
        return found;
    }

    /** Null if the content has more different lines than an index takes. */
    private @Nullable SimilarityIndex index(ObjectId of) throws IOException {
        try {
            return SimilarityIndex.create(reader.open(of, Constants.OBJ_BLOB));
        } catch (TableFullException e) {
            return null;
        }
    }

    private boolean hasSameName(String other) {
        return name(other).equals(name(path));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
