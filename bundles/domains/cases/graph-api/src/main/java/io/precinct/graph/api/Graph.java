package io.precinct.graph.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** Reads nodes of Markdown and the addresses in them. An OSGi service. Thread-safe. */
@ProviderType
public interface Graph {
    /** Returns a node, or null. */
    @Nullable
    Node node(String slug);

    /**
     * Returns the text at an address: {@code slug}, {@code slug:section.section} or {@code
     * slug:section.section.<fence>}.
     *
     * @return the text, byte for byte as in the node; null if there is nothing at the address
     * @throws IllegalArgumentException if the address is malformed; the message states the allowed forms
     */
    @Nullable
    String resolve(String address);

    /**
     * A node.
     *
     * @param slug the name of the node
     * @param body Markdown
     * @param version counts the changes of the node from 1
     * @param updatedAt when the node last changed
     */
    record Node(String slug, String body, long version, Instant updatedAt) {}
}
