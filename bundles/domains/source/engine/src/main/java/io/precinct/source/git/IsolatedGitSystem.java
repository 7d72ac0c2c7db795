package io.precinct.source.git;

import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.storage.file.WindowCacheConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * Git without the settings of the user who runs the process: it neither reads nor writes a configuration of the user or
 * the system, which could turn off certificate checks or redirect urls. Once per process.
 */
final class IsolatedGitSystem extends SystemReader.Delegate {
    /** Larger content is streamed, never held. */
    private static final int STREAMED = 16 << 20;

    private static final long CACHED = 64L << 20;

    private static boolean installed;

    private IsolatedGitSystem(SystemReader system) {
        super(system);
    }

    static synchronized void install() {
        if (!installed) {
            SystemReader.setInstance(new IsolatedGitSystem(SystemReader.getInstance()));
            var cache = new WindowCacheConfig();
            cache.setStreamFileThreshold(STREAMED);
            cache.setPackedGitLimit(CACHED);
            cache.setPackedGitOpenFiles(1024);
            cache.install();
            installed = true;
        }
    }

    @Override
    public @Nullable String getenv(String variable) {
        return variable.startsWith("GIT_") || variable.startsWith("XDG_") ? null : super.getenv(variable);
    }

    @Override
    public FileBasedConfig openUserConfig(@Nullable Config parent, FS fs) {
        return withoutMaintenance(new Coarse(parent, fs));
    }

    /**
     * Git would tidy up by itself after a fetch, and drop what no branch leads to any more. On a thread of its own it
     * would also lock its log in a folder that is about to be renamed.
     */
    private static FileBasedConfig withoutMaintenance(FileBasedConfig config) {
        config.setInt(ConfigConstants.CONFIG_GC_SECTION, null, ConfigConstants.CONFIG_KEY_AUTO, 0);
        config.setInt(ConfigConstants.CONFIG_GC_SECTION, null, ConfigConstants.CONFIG_KEY_AUTOPACKLIMIT, 0);
        config.setBoolean(ConfigConstants.CONFIG_GC_SECTION, null, ConfigConstants.CONFIG_KEY_AUTODETACH, false);
        return config;
    }

    @Override
    public FileBasedConfig openSystemConfig(@Nullable Config parent, FS fs) {
        return new Nothing(parent, fs);
    }

    @Override
    public FileBasedConfig openJGitConfig(@Nullable Config parent, FS fs) {
        return new Nothing(parent, fs);
    }

    private static class Nothing extends FileBasedConfig {
        Nothing(@Nullable Config parent, FS fs) {
            super(parent, null, fs);
        }

        @Override
        public void load() {
            // There is no file.
        }

        @Override
        public void save() {
            // No setting in it needs to last.
        }

        @Override
        public boolean isOutdated() {
            return false;
        }
    }

    /**
     * Claims that every file system has a timestamp resolution of two seconds, as the coarsest do. Otherwise git
     * measures it: for three seconds after each start, with files that it writes into clones, which are renamed
     * meanwhile. The only cost is that a file is read once more if it was written less than that ago.
     */
    private static final class Coarse extends Nothing {
        private static final String RESOLUTION =
                FS.FileStoreAttributes.FALLBACK_TIMESTAMP_RESOLUTION.toMillis() + " ms";

        Coarse(@Nullable Config parent, FS fs) {
            super(parent, fs);
        }

        @Override
        public @Nullable String getString(String section, @Nullable String fileSystem, String name) {
            boolean asked = section.equals(ConfigConstants.CONFIG_FILESYSTEM_SECTION)
                    && name.equals(ConfigConstants.CONFIG_KEY_TIMESTAMP_RESOLUTION);
            return asked ? RESOLUTION : super.getString(section, fileSystem, name);
        }
    }
}
