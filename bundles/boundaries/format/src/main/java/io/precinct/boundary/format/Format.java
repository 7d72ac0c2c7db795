package io.precinct.boundary.format;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.format.Formatter;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.chain.ReservedMembers;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.DeployedFormatter;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;

/**
 * Renders a payload of plain data with the formatter that the client accepts, and sets {@code body},
 * {@code content_type} and {@code formatter_used}, as a {@link Body.Rendered}. Raw, streaming and pushed bodies pass
 * unchanged. Stateless, hence thread-safe.
 *
 * <p>If the client accepts none of the formats, the answer is 406. But errors and redirects keep their status and are
 * sent as JSON, because clients understand them by their status. If no formatter is deployed, minimal JSON is written
 * here. The {@code ETag} of an answer is replaced by that of its representation, and the answer becomes a 304 if the
 * client has it ({@link EntityTag}). Probed and traced answers are marked as not to be stored.
 */
@Component
@BoundaryName("format")
public final class Format implements Boundary {
    private static final String MINIMAL = "minimal_json";
    private static final Headers VARY_ACCEPT = Headers.NONE.with("Vary", "Accept");

    /** A value of {@code Vary} that names {@code Accept} already, or all headers. */
    private static final Pattern NAMES_ACCEPT = Pattern.compile("(?i)(?:.*,)?[ \\t]*(?:accept|\\*)[ \\t]*(?:,.*)?");

    private static final Declaration DECLARATION = Declaration.passthrough()
            .capability(Capability.FORMAT)
            .at(Position.LAST)
            .describedAs("Renders the payload in the media type that the client accepts.")
            .build();

    @Override
    public Declaration declaration() {
        return DECLARATION;
    }

    @Override
    public Outcome cross(Input input) throws IOException {
        ChainContext chain = ChainContext.of(input);
        Reply reply = chain.reply();
        if (reply.body() instanceof Body.Data data) {
            Reply kept = EntityTag.inspected(chain) ? reply.header("Cache-Control", "no-store") : reply;
            return mayHaveBody(kept.status())
                    ? render(input, chain, kept, data.payload())
                    : vary(kept).body(Body.Bytes.NONE);
        }
        if (reply.status() == 304 && reply.body() instanceof Body.Bytes bytes && bytes.content().length == 0) {
            return vary(reply); // like the 200 that it replaces (RFC 9110 §15.4.5)
        }
        chain.skip("the body is not plain data");
        return reply;
    }

    /** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
    private static boolean mayHaveBody(int status) {
        return status != 204 && status != 205 && status != 304;
    }

    private static Reply render(Input input, ChainContext chain, Reply reply, @Nullable Object payload)
            throws IOException {
        Formatters formatters = chain.formatters();
        if (formatters.all().isEmpty()) {
            Reply unchanged = EntityTag.unchanged(input, chain, reply);
            return unchanged != null ? vary(unchanged) : vary(reply).body(minimal(chain, payload));
        }
        String accept = input.headers().get("accept") instanceof String header ? header : null;
        Formatters.Choice choice = formatters.choose(accept, reply.status());
        if (choice != null) {
            Reply tagged = EntityTag.represented(reply, choice.mediaType());
            Reply unchanged = EntityTag.unchanged(input, chain, tagged);
            return unchanged != null
                    ? vary(unchanged)
                    : vary(tagged).body(rendered(input, chain, choice, reply.status(), payload));
        }
        Reply answer = reply.status() >= 300 ? reply : NotAcceptable.inPlaceOf(reply, chain, accept);
        Formatters.Choice fallback = formatters.fallback();
        Body body = fallback == null
                ? minimal(chain, answer.payload())
                : rendered(input, chain, fallback, answer.status(), answer.payload());
        return vary(answer).body(body);
    }

    private static Body rendered(
            Input input, ChainContext chain, Formatters.Choice choice, int status, @Nullable Object payload)
            throws IOException {
        DeployedFormatter used = choice.formatter();
        var route = chain.route();
        var target = new Formatter.Target(
                payload, status, choice.mediaType(), input.path(), route == null ? null : route.name());
        try {
            Formatter.Rendition rendition = used.formatter().render(target);
            note(chain, used.name());
            byte[] body = rendition.body();
            // The payload's own JSON forges nothing, and a search costs a copy of each answer. A deployed formatter
            // could have changed that JSON in place, so its result is always searched.
            boolean ownJson =
                    !used.generation().location().startsWith(Admission.STAGED) && Json.isCompact(body, payload);
            byte[] content = ownJson
                    ? body
                    : ReservedMembers.dropped(
                            rendition.contentType(),
                            body,
                            name -> !(payload instanceof Map<?, ?> map && map.containsKey(name)));
            return new Body.Rendered(rendition.contentType(), content, used.name(), payload);
        } catch (IOException | RuntimeException e) {
            throw new IOException(
                    "formatter " + used.name() + " of bundle "
                            + used.generation().bundle() + " could not render " + choice.mediaType(),
                    e);
        }
    }

    private static Body minimal(ChainContext chain, @Nullable Object payload) {
        note(chain, MINIMAL);
        return new Body.Rendered("application/json", Json.compactBytes(payload), MINIMAL, payload);
    }

    private static void note(ChainContext chain, String formatter) {
        if (chain.options().trace()) {
            chain.note(Data.map("formatter_used", formatter));
        }
    }

    /** The same reply with {@code Vary: Accept}. */
    private static Reply vary(Reply reply) {
        Headers headers = reply.headers();
        if (headers.entries().isEmpty()) {
            return reply.headers(VARY_ACCEPT);
        }
        for (Headers.Entry entry : headers.entries()) {
            if (entry.name().equalsIgnoreCase("Vary")
                    && NAMES_ACCEPT.matcher(entry.value()).matches()) {
                return reply;
            }
        }
        return reply.headers(headers.and("Vary", "Accept"));
    }
}
