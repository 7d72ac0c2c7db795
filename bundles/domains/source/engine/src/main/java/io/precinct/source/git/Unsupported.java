package io.precinct.source.git;

import java.io.EOFException;
import java.net.SocketException;
import java.util.regex.Pattern;
import org.eclipse.jgit.errors.MissingObjectException;
import org.jspecify.annotations.Nullable;

/** Kinds of repositories that JGit cannot fetch, and their symptoms. */
final class Unsupported {
    static final String SHA256 = "the repository names its objects by SHA-256 (extensions.objectFormat), which is not"
            + " supported: only repositories with SHA-1 can be served";

    private static final String PARTIAL =
            "a partial clone (git clone --filter), which lacks objects, cannot be served: name the repository that it"
                    + " was cloned from";

    /** A line of protocol version 0 with an id too long for SHA-1. */
    private static final Pattern LONG_ID = Pattern.compile("Invalid ref advertisement line: '[0-9a-f]{64} ");

    private static final String CANNOT_PACK = "aborting due to possible repository corruption on the remote side";

    private Unsupported() {}

    /**
     * Whether the remote hung up on the first request, as git does if the requested ids are of another kind than its
     * own. Version 0 of the protocol then tells why.
     */
    static boolean mayBeSha256(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof EOFException
                    || cause instanceof SocketException
                    || String.valueOf(cause.getMessage()).contains("mismatched object format")) {
                return true;
            }
        }
        return false;
    }

    /** Why a fetch by version 0 of the protocol failed, or null if it is for another reason. */
    static @Nullable String sha256(Throwable failure) {
        return LONG_ID.matcher(String.valueOf(failure.getMessage())).find() ? SHA256 : null;
    }

    /** Why a remote could not send its objects, or null if it is for another reason. */
    static @Nullable String partial(Throwable failure) {
        return String.valueOf(failure.getMessage()).contains(CANNOT_PACK)
                ? "the remote lacks objects: it is damaged or " + PARTIAL
                : null;
    }

    /** Why a repository on this machine could not be read, or null if it is for another reason. */
    static @Nullable String partial(Throwable failure, LocalConfig config) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MissingObjectException && config.isPartial()) {
                return PARTIAL;
            }
        }
        return null;
    }
}
