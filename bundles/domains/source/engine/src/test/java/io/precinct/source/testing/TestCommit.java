package io.precinct.source.testing;

import io.precinct.source.api.SourceFault;
import io.precinct.source.git.Commit;
import io.precinct.source.git.FileAttributes;
import io.precinct.source.git.GitAttributes;
import io.precinct.source.git.PathRules;
import io.precinct.source.git.TreeFile;
import io.precinct.source.pattern.AnnotationFormat;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Files as a commit has them, in memory. All commits of a repository share one time: nothing may rest on it. */
public final class TestCommit implements Commit {
    private static final Map<String, byte[]> BLOBS = new ConcurrentHashMap<>();

    private final String repository;
    private final TreeMap<String, TreeFile> files = new TreeMap<>(PathRules::compare);
    private List<String> grammars = List.of();
    private List<AnnotationFormat> annotations = List.of();
    private @Nullable String spoilt;
    private boolean onDisk = true;
    private volatile @Nullable String id;
    private volatile Runnable whenListed = () -> {};

    public TestCommit(String repository) {
        this.repository = repository;
    }

    public TestCommit with(String path, String text) {
        return with(path, text.getBytes(StandardCharsets.UTF_8));
    }

    public TestCommit with(String path, byte[] bytes) {
        String blob = sha1(bytes);
        BLOBS.put(blob, bytes);
        files.put(path, new TreeFile(path, 0100644, blob));
        id = null;
        return this;
    }

    /** A file that may be run. */
    public TestCommit executable(String path, String text) {
        with(path, text);
        files.put(path, new TreeFile(path, 0100755, blob(path)));
        return this;
    }

    public TestCommit special(String path, int mode) {
        files.put(path, new TreeFile(path, mode, sha1(path.getBytes(StandardCharsets.UTF_8))));
        id = null;
        return this;
    }

    public TestCommit allowing(String... languages) {
        grammars = List.of(languages);
        return this;
    }

    /** Its annotations may look so as well. */
    public TestCommit annotated(AnnotationFormat... formats) {
        annotations = List.of(formats);
        return this;
    }

    /** From now on the file cannot be read. */
    public TestCommit spoiling(String path) {
        spoilt = blob(path);
        return this;
    }

    /** Its files are nowhere on a disk. */
    public TestCommit inMemory() {
        onDisk = false;
        return this;
    }

    /** Runs whenever its files are listed, on the thread that lists them. */
    public TestCommit whenListed(Runnable then) {
        whenListed = then;
        return this;
    }

    public String blob(String path) {
        return files.get(path).blob();
    }

    @Override
    public String repository() {
        return repository;
    }

    @Override
    public String id() {
        String known = id;
        if (known == null) {
            known = sha1(files.toString().getBytes(StandardCharsets.UTF_8));
            id = known;
        }
        return known;
    }

    @Override
    public List<TreeFile> files() {
        whenListed.run();
        return List.copyOf(files.values());
    }

    @Override
    public FileAttributes attributes(String path) {
        return GitAttributes.of(repository, List.copyOf(files.values()), file -> read(file.blob()))
                .of(path);
    }

    @Override
    public byte[] read(String blob) {
        if (blob.equals(spoilt)) {
            throw SourceFault.of(503, "repository_failed", "the clone cannot be read");
        }
        return BLOBS.get(blob);
    }

    @Override
    public long size(String blob) {
        return BLOBS.get(blob).length;
    }

    @Override
    public boolean isOnDisk() {
        return onDisk;
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
    public long firstSeen(String path, String blob) {
        return 1_700_000_000L;
    }

    private static String sha1(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
