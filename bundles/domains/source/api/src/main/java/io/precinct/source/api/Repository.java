package io.precinct.source.api;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** A configured repository. Thread-safe. */
@ProviderType
public interface Repository {
    /** Its name in paths. */
    String name();

    /** Its current status. */
    RepositoryStatus status();

    /**
     * The content of the repository at a ref: an immutable view that a fetch never changes.
     *
     * @param ref branch, tag or commit; null for the configured one
     * @throws SourceFault 503 {@code cloning} or {@code repository_failed}, 404 {@code unknown_ref}
     */
    View view(@Nullable String ref);

    /** Fetches now, or joins the running fetch. */
    RefreshJob refresh();

    /** The fetch with this id, while it is remembered (the last 100), or null. */
    @Nullable
    RefreshJob job(String id);

    /**
     * Whether a delivery of a webhook is genuine: an HMAC-SHA256 signature of {@code body} ({@code sha256=<hex>}), or the
     * plain token. Compared in constant time; false if no secret is configured.
     */
    boolean genuine(@Nullable String signature, @Nullable String token, byte[] body);
}
