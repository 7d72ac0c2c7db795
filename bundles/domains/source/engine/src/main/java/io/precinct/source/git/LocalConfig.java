package io.precinct.source.git;

import java.io.File;
import java.io.IOException;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;

/**
 * The configuration of a repository on this machine. It counts as empty if it cannot be read: opening the repository
 * meets the same fault, and reports it.
 */
record LocalConfig(File file, FileBasedConfig config) {
    /** The configuration of the repository whose HEAD is in this folder. Work trees of one repository share it. */
    static LocalConfig of(File gitDir) {
        File file = new File(common(gitDir), "config");
        var config = new FileBasedConfig(file, FS.DETECTED);
        try {
            config.load();
        } catch (IOException | ConfigInvalidException e) {
            config.clear();
        }
        return new LocalConfig(file, config);
    }

    private static File common(File gitDir) {
        try {
            File common = FS.DETECTED.getCommonDir(gitDir);
            return common == null ? gitDir : common;
        } catch (IOException e) {
            return gitDir; // its value could still be found a moment ago
        }
    }

    boolean isSha256() {
        return "sha256".equalsIgnoreCase(config.getString("extensions", null, "objectformat"));
    }

    /** Whether git would fetch missing objects of this repository on demand. */
    boolean isPartial() {
        return config.getString("extensions", null, "partialclone") != null
                || config.getSubsections("remote").stream()
                        .anyMatch(remote -> config.getBoolean("remote", remote, "promisor", false));
    }
}
