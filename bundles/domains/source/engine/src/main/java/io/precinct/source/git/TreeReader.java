package io.precinct.source.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.util.RawParseUtils;
import org.jspecify.annotations.Nullable;

/** Reads folders of a commit. Opens only the folders that are needed. Confined to a thread. */
final class TreeReader {
    /** Folders nested deeper than in any file system are an attack on the stack, and are left out. */
    private static final int LONGEST = 8192;

    /** The largest public ones have some hundred thousand bytes. */
    static final long LARGEST_FOR_GIT = 1 << 20;

    private final ObjectReader reader;

    TreeReader(ObjectReader reader) {
        this.reader = reader;
    }

    /** The entries of a folder in git's order: a folder sorts as if its name ended in {@code /}. */
    private List<TreeFile> children(TreeFile folder) throws IOException {
        ObjectId id = ObjectId.fromString(folder.blob());
        if (id.equals(ObjectId.zeroId())) {
            return List.of();
        }
        String above = folder.path().isEmpty() ? "" : folder.path() + "/";
        var children = new ArrayList<TreeFile>();
        var parser = new CanonicalTreeParser(null, reader, id);
        for (; !parser.eof(); parser.next(1)) {
            byte[] name = new byte[parser.getNameLength()];
            parser.getName(name, 0);
            children.add(new TreeFile(
                    above + RawParseUtils.decode(name),
                    parser.getEntryRawMode(),
                    parser.getEntryObjectId().name()));
        }
        return children;
    }

    /** The root folder, at the empty path. For {@link Clone.Head#NONE} it is empty. */
    TreeFile root(ObjectId commit) throws IOException {
        if (commit.equals(Clone.Head.NONE)) {
            return new TreeFile("", FileMode.TREE.getBits(), commit.name());
        }
        try (var walk = new RevWalk(reader)) {
            return new TreeFile(
                    "",
                    FileMode.TREE.getBits(),
                    walk.parseCommit(commit).getTree().name());
        }
    }

    /** The file or folder at a path, or null. */
    @Nullable
    TreeFile find(TreeFile root, String path) throws IOException {
        TreeFile found = root;
        if (path.isEmpty()) {
            return found;
        }
        for (int end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
            String wanted = end < 0 ? path : path.substring(0, end);
            found = child(found, wanted);
            if (found == null || end < 0) {
                return found;
            }
        }
    }

    /**
     * The text in UTF-8 of a file with which a repository tells git something; null if the commit has no such file, a
     * link in its place, or one that is too large for that purpose.
     */
    @Nullable
    String text(ObjectId commit, String path) throws IOException {
        TreeFile file = find(root(commit), path);
        if (file == null || !file.isFile()) {
            return null;
        }
        ObjectId blob = ObjectId.fromString(file.blob());
        return reader.getObjectSize(blob, Constants.OBJ_BLOB) > LARGEST_FOR_GIT
                ? null
                : new String(reader.open(blob, Constants.OBJ_BLOB).getBytes(), StandardCharsets.UTF_8);
    }

    private @Nullable TreeFile child(TreeFile folder, String path) throws IOException {
        if (!folder.isFolder()) {
            return null;
        }
        for (TreeFile child : children(folder)) {
            if (child.path().equals(path)) {
                return child;
            }
        }
        return null;
    }

    /** The entries directly in a folder behind the path {@code after}, by path. */
    List<TreeFile> list(TreeFile folder, @Nullable String after, int limit) throws IOException {
        return children(folder).stream()
                .filter(child -> after == null || PathRules.compare(child.path(), after) > 0)
                .sorted(Comparator.comparing(TreeFile::path, PathRules::compare))
                .limit(limit)
                .toList();
    }

    /** Everything but folders below a folder behind the path {@code after}, by path. */
    List<TreeFile> walk(TreeFile folder, @Nullable String after, int limit) throws IOException {
        var files = new ArrayList<TreeFile>();
        walk(folder, after, limit, files);
        return files;
    }

    private void walk(TreeFile folder, @Nullable String after, int limit, List<TreeFile> files) throws IOException {
        for (TreeFile child : children(folder)) {
            if (files.size() >= limit) {
                return;
            }
            if (!child.isFolder()) {
                if (after == null || PathRules.compare(child.path(), after) > 0) {
                    files.add(child);
                }
                continue;
            }
            String below = child.path() + "/";
            boolean passed = after != null && !after.startsWith(below) && PathRules.compare(below, after) < 0;
            if (!passed && below.length() < LONGEST) {
                walk(child, after, limit, files);
            }
        }
    }
}
