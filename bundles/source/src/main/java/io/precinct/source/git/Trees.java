package io.precinct.source.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.util.RawParseUtils;
import org.jspecify.annotations.Nullable;

/** Reads folders of a commit. Only the folders that are needed are opened. Confined to a thread. */
final class Trees {
    /** Folders nested deeper than any file system has them are an attack on the stack, and left out. */
    private static final int LONGEST = 8192;

    private final ObjectReader reader;

    Trees(ObjectReader reader) {
        this.reader = reader;
    }

    /** What is in a folder, in the order of git: a folder sorts as if its name ended in {@code /}. */
    private List<TreeFile> children(ObjectId tree, String folder) throws IOException {
        var children = new ArrayList<TreeFile>();
        var parser = new CanonicalTreeParser(null, reader, tree);
        for (; !parser.eof(); parser.next(1)) {
            byte[] name = new byte[parser.getNameLength()];
            parser.getName(name, 0);
            String path = folder.isEmpty() ? RawParseUtils.decode(name) : folder + "/" + RawParseUtils.decode(name);
            children.add(new TreeFile(
                    path, parser.getEntryRawMode(), parser.getEntryObjectId().name()));
        }
        return children;
    }

    static boolean isFolder(TreeFile file) {
        return FileMode.TREE.equals(file.mode());
    }

    /** What is at a path, or null; the root is a folder at the empty path. */
    @Nullable
    TreeFile find(ObjectId root, String path) throws IOException {
        var found = new TreeFile("", FileMode.TREE.getBits(), root.name());
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

    private @Nullable TreeFile child(TreeFile folder, String path) throws IOException {
        if (!isFolder(folder)) {
            return null;
        }
        for (TreeFile child : children(ObjectId.fromString(folder.blob()), folder.path())) {
            if (child.path().equals(path)) {
                return child;
            }
        }
        return null;
    }

    /** What is directly in a folder behind the path {@code after}, by path. */
    List<TreeFile> list(TreeFile folder, @Nullable String after, int limit) throws IOException {
        return children(ObjectId.fromString(folder.blob()), folder.path()).stream()
                .filter(child -> after == null || Paths.compare(child.path(), after) > 0)
                .sorted(Comparator.comparing(TreeFile::path, Paths::compare))
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
        for (TreeFile child : children(ObjectId.fromString(folder.blob()), folder.path())) {
            if (files.size() >= limit) {
                return;
            }
            if (!isFolder(child)) {
                if (after == null || Paths.compare(child.path(), after) > 0) {
                    files.add(child);
                }
                continue;
            }
            String below = child.path() + "/";
            boolean passed = after != null && !after.startsWith(below) && Paths.compare(below, after) < 0;
            if (!passed && below.length() < LONGEST) {
                walk(child, after, limit, files);
            }
        }
    }
}
