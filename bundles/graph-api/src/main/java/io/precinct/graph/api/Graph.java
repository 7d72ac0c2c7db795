package io.precinct.graph.api;

import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** Nodes of Markdown and the addresses in them. A service. Thread-safe. */
@ProviderType
public interface Graph {
    /** A node, or null. */
    @Nullable
    Node node(String slug);

    /**
     * What stands at an address: {@code slug}, {@code slug:section.section} or {@code slug:section.section.<fence>}.
     *
     * @return the text, byte for byte as in the node; null where nothing stands there
     * @throws IllegalArgumentException where the address is not well formed; the message says what is allowed
     */
    @Nullable
    String resolve(String address);

    /** Removes a node with what belongs to it, in the caller's transaction; no matter whether it exists. */
    void remove(Handle handle, String slug);

    /**
     * A node.
     *
     * @param slug its name
     * @param body Markdown
     * @param version counts its changes from 1
     * @param updatedAt when it last changed
     */
    record Node(String slug, String body, long version, Instant updatedAt) {}
}
