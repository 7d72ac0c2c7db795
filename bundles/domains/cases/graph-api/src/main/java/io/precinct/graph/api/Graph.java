package io.precinct.graph.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** Nodes of Markdown and the addresses in them. A service. Thread-safe. */
@ProviderType
public interface Graph {
    /** A node, or null. */
    @Nullable
    Node node(String slug);

    /**
     * The text at an address: {@code slug}, {@code slug:section.section} or {@code slug:section.section.<fence>}.
     *
     * @return the text, byte for byte as in the node; null if there is nothing at the address
     * @throws IllegalArgumentException if the address is malformed; the message says what is allowed
     */
    @Nullable
    String resolve(String address);

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
