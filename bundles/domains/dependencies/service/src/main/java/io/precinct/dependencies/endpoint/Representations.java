package io.precinct.dependencies.endpoint;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.common.accept.AcceptHeader;
import io.precinct.common.digest.Digests;
import io.precinct.dependencies.picture.Picture;
import io.precinct.dependencies.picture.Pictures;
import io.precinct.dependencies.view.Graph;
import io.precinct.dependencies.view.GraphFormat;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses and writes the format of a response: data, formats of other programs, pictures or pages. Thread-safe. */
final class Representations {
    private static final int TAG_DIGITS = 20;

    private static final String JSON = "application/json";
    static final String HTML = "text/html";
    private static final String SVG = "svg";

    /** The offered media types for parts of the graph, most preferred first; the last two are written elsewhere. */
    private static final List<String> OFFERED = Stream.of(
                    Stream.of(JSON, HTML, Picture.MEDIA_TYPE),
                    GraphFormat.MEDIA_TYPES.stream(),
                    Stream.of("text/markdown", "text/plain"))
            .flatMap(types -> types)
            .toList();

    private static final List<String> FORMATS_BY_NAME =
            Stream.concat(GraphFormat.NAMES.stream(), Stream.of(SVG)).toList();

    static final Field<@Nullable String> FORMAT =
            Field.oneOf("format", FORMATS_BY_NAME).describedAs("In place of data, as Accept may say as well.");

    /** The media types besides data: formats of other programs, and pictures. */
    static final String[] WRITTEN = Stream.concat(GraphFormat.MEDIA_TYPES.stream(), Stream.of(Picture.MEDIA_TYPE))
            .toArray(String[]::new);

    /** The media types besides data: formats of other programs, pictures, and pages. */
    static final String[] SHOWN =
            Stream.concat(Stream.of(WRITTEN), Stream.of(HTML)).toArray(String[]::new);

    private static final Contract UNCHANGED = Contract.of(Parameter.header("If-None-Match", Schema.text())
                    .describedAs("The picture or the page that the client has, as ETag says it."))
            .and(Contract.of(Answer.empty(304, "It is what If-None-Match names.")));

    private final Pictures pictures;

    Representations(Pictures pictures) {
        this.pictures = pictures;
    }

    static Function<Member.Handler, Member> member(
            String path, String name, String sentence, Contract contract, String... produced) {
        return handler -> Member.on(
                RouteDeclaration.of("get", "/graph" + path).producing(produced),
                name,
                Declaration.terminal()
                        .describedAs(sentence)
                        .under(Contracts.LISTING)
                        .under(produced.length == 0 ? contract : contract.and(UNCHANGED))
                        .build(),
                handler);
    }

    /**
     * Returns the wanted media type; null if none of the offered ones is acceptable. Probed and traced requests get
     * data, because only data can be inspected.
     *
     * @param query null if the request has no parameter {@code format}
     */
    static @Nullable String wanted(@Nullable Form query, Input input) {
        String name = query == null ? null : FORMAT.in(query);
        if (name != null) {
            return name.equals(SVG) ? Picture.MEDIA_TYPE : GraphFormat.of(name).mediaType();
        }
        boolean inspected = input.get("service") instanceof Map<?, ?> service
                && (service.get("verify") != null || Boolean.TRUE.equals(service.get("trace")));
        return inspected
                ? JSON
                : AcceptHeader.of(input.headers().get("accept") instanceof String text ? text : null)
                        .best(OFFERED);
    }

    /** Writes a part of the graph in a format other than data; returns null if data or a page is wanted. */
    @Nullable
    Reply written(@Nullable String wanted, Graph part, boolean isMeasured, String suffix) {
        if (Picture.MEDIA_TYPE.equals(wanted)) {
            return picture(pictures.of(part, isMeasured, suffix));
        }
        return Stream.of(GraphFormat.values())
                .filter(format -> format.mediaType().equals(wanted))
                .findFirst()
                .map(format -> Reply.of(200, Body.text(wanted + "; charset=utf-8", format.write(part))))
                .orElse(null);
    }

    // @req:dependency-picture
    private static Reply picture(Picture picture) {
        return Reply.of(200, Body.bytes(Picture.MEDIA_TYPE, picture.document()))
                .header("Content-Security-Policy", Picture.POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Vary", "Accept");
    }

    /**
     * Adds an entity tag to a picture or page, or replies 304 if the client has it; returns any other reply unchanged.
     */
    static Outcome tagged(Input input, Outcome outcome) {
        if (!(outcome instanceof Reply reply) || reply.status() != 200 || !(reply.body() instanceof Body.Bytes bytes)) {
            return outcome;
        }
        String tag = '"' + Digests.sha256Hex(bytes.content()).substring(0, TAG_DIGITS) + '"';
        Reply tagged = reply.header("ETag", tag).header("Cache-Control", "no-cache");
        boolean known = input.headers().get("if-none-match") instanceof String tags
                && (tags.strip().equals("*") || tags.contains(tag));
        return known ? Reply.empty(304).headers(tagged.headers()) : tagged;
    }
}
