package io.precinct.tools;

import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.common.accept.AcceptHeader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a browser is shown at an address of the protocol, in place of a stream that it could only wait for: what this is,
 * how a client connects, and the tools that are deployed. It is plain data, which the formatter for pages renders.
 *
 * @param offer the tools that the address offers
 * @param tools the name of each tool, and what it is for
 */
record McpPage(Offer offer, Map<String, String> tools) {
    private static final String HTML = "text/html";
    private static final String JSON = "application/json";

    private static final View<Map.Entry<String, String>> TOOL = View.<Map.Entry<String, String>>object()
            .with("name", Schema.text(), Map.Entry::getKey)
            .with("does", Schema.text(), Map.Entry::getValue);

    private static final View<McpPage> VIEW = View.<McpPage>object()
            .with("what", Schema.text(), page -> page.offer.sentence())
            .with(
                    "connect",
                    Schema.text(),
                    _ ->
                            "Give the address of this page to a client as a server of the type http (streamable HTTP). This"
                                    + " page is for people; a client gets answers to its messages there.")
            .with(
                    "settings",
                    Schema.text(),
                    page -> "{\"mcpServers\": {\"precinct\": {\"type\": \"http\", \"url\": \"http://HOST:PORT"
                            + page.offer.path() + "\"}}}")
            .with("command", Schema.text(), page -> "precinct mcp" + page.offer.option())
            .list("tools", TOOL, page -> List.copyOf(page.tools.entrySet()));

    /** The page as data. */
    static final Schema SCHEMA = VIEW.schema().named("McpPage");

    /**
     * Whether a client prefers the page or its data to a stream of events, as browsers do and no client of the protocol
     * does.
     */
    static boolean isWanted(@Nullable String accept) {
        String best = AcceptHeader.of(accept).best(List.of(ToolStreams.MEDIA_TYPE, HTML, JSON));
        return HTML.equals(best) || JSON.equals(best);
    }

    /** Returns the answer. */
    Reply reply() {
        return Reply.ok(VIEW.toData(this)).header("Cache-Control", "no-store");
    }
}
