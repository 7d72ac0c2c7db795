package io.precinct.source.git;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.Collection;
import java.util.Set;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ProgressMonitor;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.eclipse.jgit.transport.BasePackFetchConnection;
import org.eclipse.jgit.transport.UploadPack;
import org.jspecify.annotations.Nullable;

/**
 * A fetch from a repository on this machine, which another thread serves over pipes. Failures of that thread are
 * reported here.
 */
final class LocalFetch extends BasePackFetchConnection {
    /** The request comes in one burst, before any of the answer is read. */
    private static final int PIPE_BYTES = 64 << 10;

    private final File gitDir;
    private final Thread serving;
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;

    /** Opens the repository and reads its refs. */
    LocalFetch(LocalTransport transport, File gitDir) throws IOException {
        super(transport);
        this.gitDir = gitDir;
        var asked = new PipedInputStream(PIPE_BYTES);
        var asking = new PipedOutputStream(asked);
        var answer = new PipedInputStream(PIPE_BYTES);
        var answering = new PipedOutputStream(answer);
        serving = Thread.ofPlatform()
                .daemon()
                .name(Thread.currentThread().getName() + "-served")
                .start(() -> serve(asked, answering));
        init(answer, asking);
        try {
            readAdvertisedRefs();
        } catch (TransportException e) {
            throw told(e);
        }
    }

    private void serve(InputStream asked, OutputStream answering) {
        // A failure is noted before the pipes are closed: the other side sees only their end.
        try (asked;
                answering) {
            upload(asked, answering);
        } catch (IOException e) {
            note(e);
        }
    }

    private void upload(InputStream asked, OutputStream answering) {
        try (Repository served = new FileRepositoryBuilder().setGitDir(gitDir).build();
                var pack = new UploadPack(served)) {
            // The owner's settings for packs do not matter here, and may have values that only the other git accepts,
            // such as a core.bigFileThreshold of 2g.
            var config = new PackConfig();
            // Existing packs are sent as they are. Looking for better deltas would cost CPU and memory for a copy on
            // the same disk.
            config.setDeltaCompress(false);
            config.setThreads(1);
            pack.setPackConfig(config);
            pack.uploadWithExceptionPropagation(asked, answering, null);
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
            note(e);
        }
    }

    /** Notes a failure. After the end, it only means that nobody listens any more. */
    private void note(Throwable failed) {
        if (!closed) {
            failure = failed;
        }
    }

    @Override
    protected void doFetch(
            ProgressMonitor monitor, Collection<Ref> want, Set<ObjectId> have, @Nullable OutputStream messages)
            throws TransportException {
        try {
            super.doFetch(monitor, want, have, messages);
            // Before anything leads to the commits: a history whose end is not marked cannot be read.
            new HistoryEnds(local).mark(gitDir);
        } catch (TransportException e) {
            throw told(e);
        } catch (IOException e) {
            throw new TransportException("the ends of the history of " + gitDir + " cannot be noted", e);
        }
    }

    private TransportException told(TransportException seen) {
        Throwable why = failure;
        if (why == null) {
            return seen;
        }
        LocalConfig config = LocalConfig.of(gitDir);
        // The exception for a value that is not understood names its key, but not its file.
        String reason = why instanceof IllegalArgumentException
                ? config.file() + " has a value that cannot be used"
                : "the repository in " + gitDir + " cannot be read";
        String partial = Unsupported.partial(why, config);
        return new TransportException(partial == null ? reason : partial, why);
    }

    @Override
    public void close() {
        closed = true;
        super.close();
        try {
            serving.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
