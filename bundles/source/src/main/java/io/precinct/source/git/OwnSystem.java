package io.precinct.source.git;

import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.storage.file.WindowCacheConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * Git without the settings of whoever runs the process: no configuration of the user or the system, which could turn off
 * checks of certificates or redirect urls, and none is written either. Once for the process.
 */
final class OwnSystem extends SystemReader.Delegate {
    /** Larger content is streamed, never held. */
    private static final int STREAMED = 16 << 20;

    private static final long CACHED = 64L << 20;

    private static final class Installed {
        static {
            SystemReader.setInstance(new OwnSystem(SystemReader.getInstance()));
            // How finely the file system tells times is measured for three seconds after each start, since no file
            // keeps it: nobody's first request waits for that.
            FS.FileStoreAttributes.setBackground(true);
            var cache = new WindowCacheConfig();
            cache.setStreamFileThreshold(STREAMED);
            cache.setPackedGitLimit(CACHED);
            cache.setPackedGitOpenFiles(1024);
            cache.install();
        }

        static void touch() {
            // Loading the class was the point.
        }
    }

    private OwnSystem(SystemReader system) {
        super(system);
    }

    static void install() {
        Installed.touch();
    }

    @Override
    public @Nullable String getenv(String variable) {
        return variable.startsWith("GIT_") || variable.startsWith("XDG_") ? null : super.getenv(variable);
    }

    @Override
    public FileBasedConfig openUserConfig(@Nullable Config parent, FS fs) {
        return new Nothing(parent, fs);
    }

    @Override
    public FileBasedConfig openSystemConfig(@Nullable Config parent, FS fs) {
        return new Nothing(parent, fs);
    }

    @Override
    public FileBasedConfig openJGitConfig(@Nullable Config parent, FS fs) {
        return new Nothing(parent, fs);
    }

    private static final class Nothing extends FileBasedConfig {
        Nothing(@Nullable Config parent, FS fs) {
            super(parent, null, fs);
        }

        @Override
        public void load() {
            // There is no file.
        }

        @Override
        public void save() {
            // What git found out about this file system is found out again.
        }

        @Override
        public boolean isOutdated() {
            return false;
        }
    }
}
