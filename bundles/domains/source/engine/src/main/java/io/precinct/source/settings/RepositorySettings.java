package io.precinct.source.settings;

import io.precinct.source.pattern.AnnotationFormat;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A repository of {@code source.yml}. Its text never shows a secret.
 *
 * @param name in paths
 * @param url of a remote, or an absolute path; without credentials
 * @param credentials for access to it
 * @param refresh time between fetches; zero if each has to be requested
 * @param grammars languages that may be parsed; empty for all that are deployed
 * @param ref branch, tag or commit to follow, or null for the remote's HEAD
 * @param depth most commits of each branch, or 0 for all
 * @param maxBytes most bytes of the clone, or 0 for any
 * @param timeout a remote that is silent for this long has failed; whole seconds
 * @param webhookSecret secret that signs webhook deliveries, or null if there are none
 * @param store parameter store that is read instead of a git remote, or null
 * @param branches patterns of the branches that are fetched, with {@code *} for anything; empty for all
 * @param annotations annotation formats besides {@code @tag:id}
 */
public record RepositorySettings(
        String name,
        String url,
        Credentials credentials,
        Duration refresh,
        List<String> grammars,
        @Nullable String ref,
        int depth,
        long maxBytes,
        Duration timeout,
        @Nullable String webhookSecret,
        @Nullable StoreSettings store,
        List<String> branches,
        List<AnnotationFormat> annotations) {
    public RepositorySettings {
        grammars = List.copyOf(grammars);
        branches = List.copyOf(branches);
        annotations = List.copyOf(annotations);
    }

    /** A git repository, with all its branches. */
    public RepositorySettings(
            String name,
            String url,
            Credentials credentials,
            Duration refresh,
            List<String> grammars,
            @Nullable String ref,
            int depth,
            long maxBytes,
            Duration timeout,
            @Nullable String webhookSecret) {
        this(
                name,
                url,
                credentials,
                refresh,
                grammars,
                ref,
                depth,
                maxBytes,
                timeout,
                webhookSecret,
                null,
                List.of(),
                List.of());
    }

    /** The same, limited to these branches. */
    public RepositorySettings withBranches(List<String> patterns) {
        return new RepositorySettings(
                name,
                url,
                credentials,
                refresh,
                grammars,
                ref,
                depth,
                maxBytes,
                timeout,
                webhookSecret,
                store,
                patterns,
                annotations);
    }

    /** The same, with further annotation formats. */
    public RepositorySettings withAnnotations(List<AnnotationFormat> formats) {
        return new RepositorySettings(
                name,
                url,
                credentials,
                refresh,
                grammars,
                ref,
                depth,
                maxBytes,
                timeout,
                webhookSecret,
                store,
                branches,
                formats);
    }

    @Override
    public String toString() {
        return name + " from " + url;
    }
}
