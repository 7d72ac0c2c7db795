package io.precinct.source.git;

import java.io.File;
import java.io.IOException;
import org.eclipse.jgit.errors.NotSupportedException;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.FetchConnection;
import org.eclipse.jgit.transport.PackTransport;
import org.eclipse.jgit.transport.PushConnection;
import org.eclipse.jgit.transport.Transport;
import org.eclipse.jgit.transport.URIish;

/**
 * The transport to a repository on this machine. Git's own reports only "internal server error" if that repository
 * cannot be read; this one reports why. Confined to a thread.
 */
final class LocalTransport extends Transport implements PackTransport {
    private final File gitDir;

    /** {@code gitDir} is the folder that contains HEAD. */
    LocalTransport(Repository into, URIish uri, File gitDir) {
        super(into, uri);
        this.gitDir = gitDir;
    }

    @Override
    public FetchConnection openFetch() throws TransportException {
        try {
            return new LocalFetch(this, gitDir);
        } catch (TransportException e) {
            throw e;
        } catch (IOException e) {
            throw new TransportException("there are no pipes to fetch from " + gitDir, e);
        }
    }

    @Override
    public PushConnection openPush() throws NotSupportedException {
        throw new NotSupportedException("repositories are read, never written");
    }

    @Override
    public void close() {
        // A connection closes what it opens.
    }
}
