package io.precinct.source.stores;

import io.precinct.source.git.CommitTree;
import io.precinct.source.git.PathRules;
import io.precinct.source.git.TreeFile;
import io.precinct.source.pattern.AnnotationFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The values of a store as the files of a commit, held in memory. Immutable. */
final class StoreCommit implements CommitTree {
    private static final int FILE = 0100644;
    private static final int FOLDER = 0040000;

    private final String repository;
    private final String id;
    private final List<String> grammars;
    private final List<AnnotationFormat> annotations;
    private final NavigableMap<String, StoreFile> files = new TreeMap<>(PathRules::compare);
    private final Map<String, byte[]> blobs = new HashMap<>();

    /** @param files by path; no file is a folder of another */
    StoreCommit(
            String repository,
            String id,
            List<String> grammars,
            List<AnnotationFormat> annotations,
            Map<String, StoreFile> files) {
        this.repository = repository;
        this.id = id;
        this.grammars = grammars;
        this.annotations = annotations;
        this.files.putAll(files);
        files.values().forEach(file -> blobs.put(file.blob(), file.bytes()));
    }

    /** The keys whose values are masked. */
    Set<String> maskedKeys() {
        return files.entrySet().stream()
                .filter(file -> file.getValue().blob().equals(StoreFile.MASKED.blob()))
                .map(file -> StoreReader.keyOf(file.getKey()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The content with the values of these keys masked, also in its document; this one if they all are. It is another
     * commit: what is known of a commit is kept by its id.
     */
    StoreCommit masking(Set<String> keys) {
        var shown = new TreeMap<String, StoreFile>(PathRules::compare);
        files.forEach((path, file) -> {
            boolean masks = keys.contains(StoreReader.keyOf(path)) && !path.equals(StoreDocument.PATH);
            shown.put(path, masks ? StoreFile.MASKED : file);
        });
        if (shown.equals(files)) {
            return this;
        }
        String masked = StoreReader.id(shown);
        StoreFile document = files.get(StoreDocument.PATH);
        if (document != null && document.equals(documentOf(files))) {
            shown.put(StoreDocument.PATH, documentOf(shown));
        }
        return new StoreCommit(repository, masked, grammars, annotations, shown);
    }

    private static StoreFile documentOf(Map<String, StoreFile> files) {
        var others = new TreeMap<String, StoreFile>(PathRules::compare);
        others.putAll(files);
        others.remove(StoreDocument.PATH);
        return StoreFile.of(StoreDocument.of(others));
    }

    @Override
    public String repository() {
        return repository;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<String> grammars() {
        return grammars;
    }

    @Override
    public List<AnnotationFormat> annotations() {
        return annotations;
    }

    @Override
    public List<TreeFile> files() {
        return walk(new TreeFile("", FOLDER, ""), null, Integer.MAX_VALUE);
    }

    @Override
    public @Nullable TreeFile find(String path) {
        StoreFile file = files.get(path);
        if (file != null) {
            return new TreeFile(path, FILE, file.blob());
        }
        String below = path + "/";
        String first = files.ceilingKey(below);
        return path.isEmpty() || first != null && first.startsWith(below) ? new TreeFile(path, FOLDER, "") : null;
    }

    @Override
    public List<TreeFile> list(TreeFile folder, @Nullable String after, int limit) {
        String below = below(folder);
        var children = new ArrayList<TreeFile>();
        Map.Entry<String, StoreFile> next = files.ceilingEntry(below);
        while (next != null && next.getKey().startsWith(below)) {
            String path = next.getKey();
            int end = path.indexOf('/', below.length());
            if (end < 0) {
                children.add(new TreeFile(path, FILE, next.getValue().blob()));
                next = files.higherEntry(path);
            } else {
                String child = path.substring(0, end);
                children.add(new TreeFile(child, FOLDER, ""));
                // The first path that is not below the child: the character after a slash.
                next = files.ceilingEntry(child + (char) ('/' + 1));
            }
        }
        return children.stream()
                .filter(child -> after == null || PathRules.compare(child.path(), after) > 0)
                .sorted(Comparator.comparing(TreeFile::path, PathRules::compare))
                .limit(limit)
                .toList();
    }

    @Override
    public List<TreeFile> walk(TreeFile folder, @Nullable String after, int limit) {
        String below = below(folder);
        boolean begun = after != null && PathRules.compare(after, below) >= 0;
        return files.tailMap(begun ? String.valueOf(after) : below, !begun).entrySet().stream()
                .takeWhile(file -> file.getKey().startsWith(below))
                .limit(limit)
                .map(file -> new TreeFile(file.getKey(), FILE, file.getValue().blob()))
                .toList();
    }

    private static String below(TreeFile folder) {
        return folder.path().isEmpty() ? "" : folder.path() + "/";
    }

    @Override
    public byte[] read(String blob) {
        byte[] bytes = blobs.get(blob);
        if (bytes == null) {
            throw new IllegalArgumentException("repository " + repository + " has no blob " + blob + " in " + id);
        }
        return bytes;
    }

    @Override
    public long size(String blob) {
        return read(blob).length;
    }

    @Override
    public void copy(String blob, OutputStream out) throws IOException {
        out.write(read(blob));
    }

    @Override
    public Look look(String blob, long size) {
        return Look.of(read(blob));
    }

    @Override
    public boolean isOnDisk() {
        return false;
    }

    /** The same for every file: facts of a file are looked up by its blob. */
    @Override
    public long firstSeen(String path, String blob) {
        return 0;
    }
}
