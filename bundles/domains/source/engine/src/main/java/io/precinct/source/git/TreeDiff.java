package io.precinct.source.git;

import io.precinct.source.api.History.FileChange;
import io.precinct.source.api.History.Hunk;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import io.precinct.source.git.TimedReader.TimeOver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.DiffEntry.ChangeType;
import org.eclipse.jgit.diff.DiffEntry.Side;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/** Compares the files of two commits, and finds moves as {@code git diff -M} does. Confined to a thread. */
final class TreeDiff {
    /** A page ends behind the file whose lines bring it above this many bytes. */
    private static final long MOST_TEXT = 4L << 20;

    private static final int LOOKED_AT_FOR_BINARY = 8000;
    private static final Pattern KEY = Pattern.compile("([0-9a-f]{40}) ([A-Z]+) (.+)", Pattern.DOTALL);
    private static final Comparator<DiffEntry> BY_PATH = Comparator.comparing(TreeDiff::path, PathRules::compare)
            .thenComparing(entry -> entry.getChangeType().name());

    private final ObjectReader reader;
    private final long largest;
    private final Predicate<String> declaredBinary;

    /**
     * A comparison of commits that the reader can read.
     *
     * @param largest file whose lines are compared, in bytes
     * @param declaredBinary whether the lines of a path are not to be compared
     */
    TreeDiff(ObjectReader reader, long largest, Predicate<String> declaredBinary) {
        this.reader = reader;
        this.largest = largest;
        this.declaredBinary = declaredBinary;
    }

    /** The commit that the diff of a key starts from. */
    static ObjectId from(String key) {
        return ObjectId.fromString(parts(key).group(1));
    }

    private static Matcher parts(String key) {
        Matcher parts = KEY.matcher(key);
        if (!parts.matches()) {
            throw CommitKey.bad();
        }
        return parts;
    }

    /**
     * A page of the files that differ.
     *
     * @param path a file or a folder of either commit, or null for all
     */
    ResultPage<FileChange> of(ObjectId from, ObjectId to, @Nullable String path, PageRequest window)
            throws IOException {
        List<DiffEntry> entries = entries(from, to).stream()
                .filter(entry -> path == null || isBelow(entry.getOldPath(), path) || isBelow(entry.getNewPath(), path))
                .sorted(BY_PATH)
                .toList();
        var changes = new ArrayList<FileChange>();
        long text = 0;
        int at = begin(entries, window.after());
        while (at < entries.size() && changes.size() < window.limit() && text <= MOST_TEXT) {
            try {
                FileChange change = change(entries.get(at));
                changes.add(change);
                text += weight(change);
                at++;
            } catch (TimeOver e) {
                if (changes.isEmpty()) {
                    throw e;
                }
                return new ResultPage<>(changes, key(from, entries.get(at - 1)), ResultPage.TIME, List.of());
            }
        }
        return new ResultPage<>(changes, at == entries.size() ? null : key(from, entries.get(at - 1)), null, List.of());
    }

    private static int begin(List<DiffEntry> entries, @Nullable String after) {
        if (after == null) {
            return 0;
        }
        Matcher key = parts(after);
        for (int i = 0; i < entries.size(); i++) {
            DiffEntry entry = entries.get(i);
            if (path(entry).equals(key.group(3)) && entry.getChangeType().name().equals(key.group(2))) {
                return i + 1;
            }
        }
        throw CommitKey.bad();
    }

    private static String key(ObjectId from, DiffEntry entry) {
        return from.name() + " " + entry.getChangeType().name() + " " + path(entry);
    }

    private static String path(DiffEntry entry) {
        return entry.getChangeType() == ChangeType.DELETE ? entry.getOldPath() : entry.getNewPath();
    }

    private static boolean isBelow(String file, String path) {
        return file.equals(path) || file.startsWith(path + "/");
    }

    private static long weight(FileChange change) {
        return change.hunks().stream()
                .flatMap(hunk -> hunk.lines().stream())
                .mapToLong(String::length)
                .sum();
    }

    private List<DiffEntry> entries(ObjectId from, ObjectId to) throws IOException {
        try (var commits = new RevWalk(reader);
                var trees = new TreeWalk(reader)) {
            trees.setRecursive(true);
            trees.setFilter(TreeFilter.ANY_DIFF);
            for (ObjectId commit : List.of(from, to)) {
                if (commit.equals(Clone.Head.NONE)) {
                    trees.addTree(new EmptyTreeIterator());
                } else {
                    trees.addTree(commits.parseCommit(commit).getTree());
                }
            }
            RenameDetector detector = Moves.detector(reader);
            detector.addAll(DiffEntry.scan(trees));
            return detector.compute();
        }
    }

    private FileChange change(DiffEntry entry) throws IOException {
        String oldPath = entry.getChangeType() == ChangeType.ADD ? null : entry.getOldPath();
        String path = entry.getChangeType() == ChangeType.DELETE ? null : entry.getNewPath();
        String status = switch (entry.getChangeType()) {
            case ADD -> "added";
            case DELETE -> "removed";
            case MODIFY -> "changed";
            case RENAME -> "moved";
            case COPY -> "copied";
        };
        boolean submodule = isSubmodule(entry, Side.OLD) || isSubmodule(entry, Side.NEW);
        boolean same = entry.getId(Side.OLD).equals(entry.getId(Side.NEW));
        if (submodule || same) {
            return new FileChange(status, oldPath, path, List.of(), submodule ? "submodule" : null);
        }
        if (oldPath != null && declaredBinary.test(oldPath) || path != null && declaredBinary.test(path)) {
            return new FileChange(status, oldPath, path, List.of(), "binary");
        }
        if (size(entry, Side.OLD) > largest || size(entry, Side.NEW) > largest) {
            return new FileChange(status, oldPath, path, List.of(), "too_large");
        }
        byte[] before = content(entry, Side.OLD);
        byte[] after = content(entry, Side.NEW);
        if (isBinary(before) || isBinary(after)) {
            return new FileChange(status, oldPath, path, List.of(), "binary");
        }
        List<Hunk> hunks = new Hunks(new RawText(before), new RawText(after)).all();
        return new FileChange(status, oldPath, path, hunks, null);
    }

    private static boolean isSubmodule(DiffEntry entry, Side side) {
        return entry.getMode(side).equals(FileMode.GITLINK);
    }

    private long size(DiffEntry entry, Side side) throws IOException {
        return entry.getMode(side).equals(FileMode.MISSING)
                ? 0
                : reader.getObjectSize(entry.getId(side).toObjectId(), Constants.OBJ_BLOB);
    }

    private byte[] content(DiffEntry entry, Side side) throws IOException {
        return entry.getMode(side).equals(FileMode.MISSING)
                ? new byte[0]
                : reader.open(entry.getId(side).toObjectId(), Constants.OBJ_BLOB)
                        .getCachedBytes(Integer.MAX_VALUE - 16);
    }

    /** The same decision as git's. */
    private static boolean isBinary(byte[] content) {
        for (int i = 0; i < Math.min(content.length, LOOKED_AT_FOR_BINARY); i++) {
            if (content[i] == 0) {
                return true;
            }
        }
        return false;
    }
}
