package io.precinct.source.git;

import io.precinct.source.git.TimedReader.Limit;
import java.io.IOException;
import org.eclipse.jgit.attributes.AttributesNodeProvider;
import org.eclipse.jgit.lib.BaseRepositoryBuilder;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.RefDatabase;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.RepositoryBuilder;
import org.eclipse.jgit.lib.StoredConfig;

/**
 * A borrowed repository that is read until a time is over, for git classes that take no reader. Closing it closes
 * nothing. Confined to a thread.
 */
final class TimedRepository extends Repository {
    private final Repository below;
    private final ObjectReader reader;

    TimedRepository(Repository below, ObjectReader reader, Limit limit) {
        super(builder(below));
        this.below = below;
        this.reader = new TimedReader(reader, limit);
    }

    private static BaseRepositoryBuilder<?, ?> builder(Repository below) {
        return new RepositoryBuilder().setGitDir(below.getDirectory()).setFS(below.getFS());
    }

    @Override
    public ObjectReader newObjectReader() {
        return reader;
    }

    @Override
    public void create(boolean bare) throws IOException {
        throw new IOException("this repository is only read");
    }

    @Override
    public String getIdentifier() {
        return below.getIdentifier();
    }

    @Override
    public ObjectDatabase getObjectDatabase() {
        return below.getObjectDatabase();
    }

    @Override
    public RefDatabase getRefDatabase() {
        return below.getRefDatabase();
    }

    @Override
    public StoredConfig getConfig() {
        return below.getConfig();
    }

    @Override
    public AttributesNodeProvider createAttributesNodeProvider() {
        return below.createAttributesNodeProvider();
    }

    @Override
    public void scanForRepoChanges() {
        // It has no listeners.
    }

    @Override
    public void notifyIndexChanged(boolean internal) {
        // It has no listeners.
    }

    @Override
    protected void doClose() {
        // Its owner closes it.
    }
}
