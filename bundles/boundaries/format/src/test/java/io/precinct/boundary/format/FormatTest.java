package io.precinct.boundary.format;

import static io.precinct.boundary.format.StandInFormatters.JSON_AND_HTML;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Kind;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.format.Formatter;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.DeployedFormatter;
import io.precinct.core.api.plugin.Generation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormatTest {
    private static final Reply NOTE = Reply.ok(Map.of("id", 7));
    private static final Formatters NONE_DEPLOYED = new StandInFormatters(List.of());

    private final Format format = new Format();

    @Test
    void isAPassthroughAtTheEndOfEveryChain() {
        var declaration = format.declaration();

        assertThat(declaration.kind()).isEqualTo(Kind.PASSTHROUGH);
        assertThat(declaration.position()).isEqualTo(Position.LAST);
        assertThat(declaration.inputShape().fields()).isEmpty();
        assertThat(declaration.outputShape()).isNull();
        assertThat(declaration.capabilities()).containsExactlyInAnyOrder("passthrough", "format");
    }

    @Test
    void handsPayloadStatusPathAndRouteToTheFormatterOfTheAcceptedType() throws Exception {
        Reply reply = cross(new StandInChain(NOTE.status(201), JSON_AND_HTML), "text/html");

        var rendered = (Body.Rendered) reply.body();
        assertThat(rendered.mediaType()).isEqualTo("text/html; charset=utf-8");
        assertThat(rendered.formatter()).isEqualTo("html");
        assertThat(rendered.payload()).isEqualTo(Map.of("id", 7));
        assertThat(text(reply))
                .isEqualTo("Target[payload={id=7}, status=201, mediaType=text/html, path=/notes/7, route=notes]");
    }

    @Test
    void tellsTheFormatterThatNoRouteMatched() throws Exception {
        var chain = new StandInChain(Reply.of(404, Map.of("error", "no route")), JSON_AND_HTML);
        chain.routed = false;

        assertThat(text(cross(chain, null))).contains("route=null");
    }

    @Test
    void keepsStatusHeadersAndStampsOfTheReply() throws Exception {
        Reply before = Reply.created("/notes/7", Map.of("id", 7)).stamp("identity", "ann");

        Reply reply = cross(new StandInChain(before, JSON_AND_HTML), null);

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.headers().first("Location")).isEqualTo("/notes/7");
        assertThat(reply.stamps()).isEqualTo(Map.of("identity", "ann"));
    }

    @Test
    void saysThatTheAnswerVariesByAccept() throws Exception {
        assertThat(varyOf(NOTE)).containsExactly("Accept");
        assertThat(varyOf(NOTE.header("ETag", "\"v1\""))).containsExactly("Accept");
        assertThat(varyOf(NOTE.header("Vary", "Origin"))).containsExactly("Origin", "Accept");
        assertThat(varyOf(NOTE.header("Vary", "Accept-Language"))).containsExactly("Accept-Language", "Accept");
    }

    @ParameterizedTest
    @ValueSource(strings = {"accept", "Origin, Accept", "Accept , Origin", "*"})
    void saysSoOnceOnly(String vary) throws Exception {
        assertThat(varyOf(NOTE.header("vary", vary))).containsExactly(vary);
    }

    @Test
    void leavesBodiesThatAreNotPlainDataAlone() throws Exception {
        Body stream = new Body.Stream("video/mp4", 9, null, out -> {});
        Body push = new Body.Push("text/event-stream", channel -> {});
        Body rendered = new Body.Rendered("text/csv", new byte[] {1}, "csv", List.of());
        for (Body body : List.of(Body.text("text/css", "a{}"), stream, push, rendered)) {
            var chain = new StandInChain(Reply.of(200, body), JSON_AND_HTML);

            Reply reply = cross(chain, "image/png");

            assertThat(reply).isEqualTo(Reply.of(200, body));
            assertThat(chain.skipped).isEqualTo("the body is not plain data");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 205, 304})
    void givesNoBodyToAStatusThatHasNone(int status) throws Exception {
        Reply reply = cross(new StandInChain(NOTE.status(status), JSON_AND_HTML), "image/png");

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.body()).isEqualTo(Body.Bytes.NONE);
    }

    @Test
    void saysThatA304VariesEvenWhereItCameWithoutPayload() throws Exception {
        Reply reply = cross(new StandInChain(Reply.empty(304), JSON_AND_HTML), null);

        assertThat(reply.headers().first("Vary")).isEqualTo("Accept");
        assertThat(reply.body()).isEqualTo(Body.Bytes.NONE);
    }

    @Test
    void answers406WithWhatThereIsWhereNothingIsAcceptable() throws Exception {
        var chain = new StandInChain(NOTE, JSON_AND_HTML);

        Reply reply = cross(chain, "image/png");

        assertThat(reply.status()).isEqualTo(406);
        assertThat(reply.payload())
                .isEqualTo(Data.map(
                        "error", "nothing acceptable can be rendered for Accept: image/png",
                        "code", "not_acceptable",
                        "available", List.of("application/json", "text/html")));
        assertThat(((Body.Rendered) reply.body()).formatter()).isEqualTo("json");
        assertThat(reply.headers().first("Vary")).isEqualTo("Accept");
        assertThat(chain.typeAddr).isEqualTo("sha256:error");
    }

    @Test
    void shortensAnEndlessAcceptHeaderInThe406() throws Exception {
        Reply reply = cross(new StandInChain(NOTE, JSON_AND_HTML), "image/" + "x".repeat(5000));

        assertThat(text(reply)).hasSizeLessThan(500).contains("xxx…");
    }

    @Test
    void a406DropsTheHeadersOfTheRepresentationItReplaces() throws Exception {
        Reply before = NOTE.header("ETag", "\"v1\"")
                .header("Cache-Control", "max-age=60")
                .header("Content-Language", "en")
                .header("Location", "/elsewhere")
                .header("X-Request-Id", "42");

        Reply reply = cross(new StandInChain(before, JSON_AND_HTML), "image/png");

        assertThat(reply.headers().entries())
                .containsExactly(new Headers.Entry("X-Request-Id", "42"), new Headers.Entry("Vary", "Accept"));
    }

    @Test
    void a406BehindACommittedWriteSaysSoAndKeepsItsLocation() throws Exception {
        var chain = new StandInChain(Reply.created("/notes/7", Map.of("id", 7)), JSON_AND_HTML);
        chain.committed = true;

        Reply reply = cross(chain, "image/png");

        assertThat(reply.status()).isEqualTo(406);
        assertThat(reply.headers().first("Location")).isEqualTo("/notes/7");
        assertThat(reply.headers().first("X-Service-Committed")).isEqualTo("true");
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 404, 422, 503})
    void errorsAndRedirectsKeepTheirStatusAndFallBackToJson(int status) throws Exception {
        var chain = new StandInChain(Reply.of(status, Map.of("error", "gone fishing")), JSON_AND_HTML);

        Reply reply = cross(chain, "image/png");

        assertThat(reply.status()).isEqualTo(status);
        assertThat(((Body.Rendered) reply.body()).formatter()).isEqualTo("json");
        assertThat(reply.payload()).isEqualTo(Map.of("error", "gone fishing"));
        assertThat(chain.typeAddr).isEqualTo("sha256:payload");
    }

    @Test
    void writesMinimalJsonItselfWhereNoFormatterIsDeployed() throws Exception {
        Reply reply = cross(new StandInChain(NOTE, NONE_DEPLOYED), "text/html");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(((Body.Rendered) reply.body()).mediaType()).isEqualTo("application/json");
        assertThat(text(reply)).isEqualTo("{\"id\":7}");
    }

    @Test
    void answers406InMinimalJsonWhereTheJsonFormatterIsNotDeployed() throws Exception {
        var htmlOnly = new StandInFormatters(List.of(StandInFormatters.says("html", "text/html")));

        Reply reply = cross(new StandInChain(NOTE, htmlOnly), "image/png");

        assertThat(reply.status()).isEqualTo(406);
        assertThat(text(reply)).contains("\"available\":[\"text/html\"]");
    }

    @Test
    void namesTheFormatterThatFailed() {
        var broken = new StandInFormatters(List.of(StandInFormatters.deployed("csv", "text/csv", target -> {
            throw new IllegalStateException("no columns");
        })));

        assertThatThrownBy(() -> cross(new StandInChain(NOTE, broken), null))
                .isInstanceOf(IOException.class)
                .hasMessage("formatter csv of bundle test.formatters could not render text/csv")
                .hasRootCauseMessage("no columns");
    }

    @Test
    void aDeployedFormatterForgesNoMemberByChangingThePayloadsJsonInPlace() throws Exception {
        Map<String, Object> payload = Data.remembered(Data.map("_xeal", 1, "kept", 2));
        var hostile = new DeployedFormatter(
                "mine",
                target -> {
                    byte[] shared = Json.compactBytes(target.payload());
                    shared[new String(shared, StandardCharsets.ISO_8859_1).indexOf('x')] = 's';
                    return new Formatter.Rendition("application/json", shared);
                },
                List.of("application/json"),
                0,
                new Generation(2, 2, "mine", "1.0.0", Admission.STAGED + "mine"));

        Reply reply = cross(new StandInChain(Reply.ok(payload), new StandInFormatters(List.of(hostile))), null);

        assertThat(text(reply)).isEqualTo("{\"kept\":2}");
    }

    @Test
    void notesTheFormatterUsedWhereATraceIsAskedForAndOnlyThere() throws Exception {
        var traced = new StandInChain(NOTE, JSON_AND_HTML);
        traced.trace = true;
        var plain = new StandInChain(NOTE, JSON_AND_HTML);

        cross(traced, "text/html");
        cross(plain, "text/html");

        assertThat(traced.notes).isEqualTo(Map.of("formatter_used", "html"));
        assertThat(plain.notes).isEmpty();
    }

    private List<String> varyOf(Reply before) throws IOException {
        Reply reply = cross(new StandInChain(before, JSON_AND_HTML), null);
        return reply.headers().entries().stream()
                .filter(entry -> entry.name().equalsIgnoreCase("Vary"))
                .map(Headers.Entry::value)
                .toList();
    }

    private Reply cross(StandInChain chain, @Nullable String accept) throws IOException {
        return (Reply) format.cross(chain.input(accept));
    }

    private static String text(Reply reply) {
        return new String(((Body.Rendered) reply.body()).content(), StandardCharsets.UTF_8);
    }
}
