package io.precinct.resolver.graph;

import io.precinct.api.config.ResolvesTag;
import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.graph.api.Graph;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Resolves {@code !Graph handbook:greeting.text} to the text at an address of the knowledge graph, which is a node, a
 * section or a fence. The text is the same as {@code content} in the response of {@code GET /api/graph/resolve}.
 */
// @req:graph-tag
@Component
@ResolvesTag(value = "Graph", phase = ResolvesTag.Phase.LATE)
public final class GraphTag implements TagResolver {
    private static final String FORMS = "slug, slug:section.section or slug:section.section.<fence>";
    /** Characters that no address contains; the graph checks everything else. */
    private static final Pattern IMPOSSIBLE = Pattern.compile("[\\s\\p{Cntrl}]");

    private static final int LONGEST = 2000;

    /** Optional and dynamic: the tag stays known while the bundle of the graph is absent. */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile @Nullable Graph graph;

    @Override
    public void check(Call call) throws TagException {
        address(call);
    }

    @Override
    public String resolve(Call call) throws TagException {
        String address = address(call);
        Graph present = graph;
        if (present == null) {
            throw new TagException("the knowledge graph is not available at present", "deploy io.precinct.graph");
        }
        String content;
        try {
            content = present.resolve(address);
        } catch (IllegalArgumentException e) {
            throw new TagException(address + " is no address: " + e.getMessage());
        }
        if (content == null) {
            throw new TagException(
                    "there is nothing at " + address,
                    "GET /api/graph/nodes/" + address.split(":", 2)[0] + " shows what the node has");
        }
        return content;
    }

    private static String address(Call call) throws TagException {
        if (!(call.argument() instanceof String address) || address.isEmpty()) {
            throw new TagException("takes an address of the knowledge graph", "!Graph " + FORMS);
        }
        if (address.length() > LONGEST || IMPOSSIBLE.matcher(address).find()) {
            throw new TagException("takes an address without white space", "!Graph " + FORMS);
        }
        return address;
    }
}
