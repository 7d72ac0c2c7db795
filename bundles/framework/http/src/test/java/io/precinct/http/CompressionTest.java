package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionTest extends ServerTest {
    private static final String TEXT = "a line that comes again and again\n".repeat(500);

    private void start() throws Exception {
        start(new Settings());
        dispatcher.on(
                "/text",
                request -> "\"v1\"".equals(request.header("if-none-match"))
                        ? Reply.empty(304).header("ETag", "\"v1\"")
                        : text(200, TEXT).header("ETag", "\"v1\"").header("Vary", "Accept"));
    }

    private static String unzip(RawConnection.Answer answer) throws Exception {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "gzip, deflate, br",
                "br;q=1, GZIP;q=0.5",
                "gzip;q=0.001",
                "identity;q=0.5, gzip;q=0.5",
                "identity;q=0, *"
            })
    void compressesForClientsThatTakeIt(String accepted) throws Exception {
        start();
        try (var connection = connect()) {
            for (int i = 0; i < 3; i++) {
                var answer = connection.get("/text", "Accept-Encoding: " + accepted);
                assertThat(answer.header("content-encoding")).isEqualTo("gzip");
                assertThat(answer.header("vary")).isEqualTo("Accept, Accept-Encoding");
                assertThat(answer.body().length).isLessThan(TEXT.length() / 10);
                assertThat(unzip(answer)).isEqualTo(TEXT);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X: y",
                "Accept-Encoding: br",
                "Accept-Encoding: gzip;q=0",
                "Accept-Encoding: identity",
                "Accept-Encoding: gzip;q=0.001, identity;q=1",
                "Accept-Encoding: gzip;q=0.5\nAccept-Encoding: identity"
            })
    void leavesTheAnswerAsItIsForOthersAndTellsCachesSo(String header) throws Exception {
        start();
        try (var connection = connect()) {
            var answer = connection.get("/text", header);
            assertThat(answer.headers()).doesNotContainKey("content-encoding");
            assertThat(answer.header("vary")).isEqualTo("Accept, Accept-Encoding");
            assertThat(answer.header("etag")).isEqualTo("\"v1\"");
            assertThat(answer.text()).isEqualTo(TEXT);
        }
    }

    @Test
    void theCompressedFormHasATagOfItsOwnThatIsUnderstoodWhenItComesBack() throws Exception {
        start();
        dispatcher.on(
                "/tags",
                request -> text(
                        200,
                        request.header("if-match") + " " + request.headers().get("if-match")));
        try (var connection = connect()) {
            assertThat(connection.get("/text", "Accept-Encoding: gzip").header("etag"))
                    .isEqualTo("\"v1--gzip\"");
            var same = connection.get("/text", "Accept-Encoding: gzip", "If-None-Match: \"v1--gzip\"");
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.header("etag")).isEqualTo("\"v1--gzip\"");
            var plain = connection.get("/text", "If-None-Match: \"v1\"");
            assertThat(plain.status()).isEqualTo(304);
            assertThat(plain.header("etag")).isEqualTo("\"v1\"");
            assertThat(connection
                            .get("/tags", "If-Match: \"v1--gzip\", W/\"v2\"")
                            .text())
                    .isEqualTo("\"v1\", W/\"v2\" \"v1\", W/\"v2\"");
        }
    }

    @Test
    void a304SaysNoLengthAndVariesLikeThe200() throws Exception {
        start();
        dispatcher
                .on("/same", _ -> Reply.empty(304).header("ETag", "\"v1\"").header("Vary", "Accept"))
                .on("/kept", _ -> Reply.empty(304).header("Cache-Control", "no-transform"))
                .on("/stream", _ -> Reply.of(304, new Body.Stream("text/plain", 9, null, _ -> {})))
                .on("/push", _ -> Reply.of(304, new Body.Push("text/event-stream", _ -> {})))
                .on("/gone", _ -> Reply.empty(204));
        for (String method : new String[] {"GET", "HEAD"}) {
            try (var connection = connect();
                    var second = new Http2Connection(server.port())) {
                for (String path : new String[] {"/same", "/kept", "/stream", "/push", "/gone"}) {
                    var answer = connection
                            .send(method + " " + path + " HTTP/1.1\nHost: localhost\nIf-None-Match: \"v1\"\n\n")
                            .read(false);
                    assertThat(answer.status()).as(path).isEqualTo(path.equals("/gone") ? 204 : 304);
                    assertThat(answer.headers())
                            .as(path)
                            .containsKey("date")
                            .doesNotContainKeys("content-length", "content-type", "transfer-encoding");
                    var fields =
                            second.head(method, path, "if-none-match", "\"v1\"").getHttpFields();
                    assertThat(fields.contains("content-length")).as(path).isFalse();
                    assertThat(fields.getCSV("vary", false))
                            .as(path)
                            .isEqualTo(
                                    switch (path) {
                                        case "/same" -> List.of("Accept", "Accept-Encoding");
                                        default -> List.of();
                                    })
                            .isEqualTo(
                                    answer.header("vary") == null
                                            ? List.of()
                                            : List.of(answer.header("vary").split(", ")));
                }
            }
        }
    }

    @Test
    void headTellsTheLengthThatGetWouldHave() throws Exception {
        start();
        try (var connection = connect()) {
            var get = connection.get("/text", "Accept-Encoding: gzip");
            connection.send("HEAD /text HTTP/1.1\nHost: localhost\nAccept-Encoding: gzip\n\n");
            var head = connection.read(false);
            assertThat(head.header("content-length")).isEqualTo(get.header("content-length"));
            assertThat(head.header("content-encoding")).isEqualTo("gzip");
            assertThat(head.header("etag")).isEqualTo(get.header("etag"));
        }
    }

    @Test
    void doesNotCompressWhatWouldNotGainOrMustNotChange() throws Exception {
        start();
        byte[] noise = new byte[5000];
        new Random(1).nextBytes(noise);
        dispatcher
                .on("/small", _ -> text(200, "x".repeat(Gzip.SMALLEST - 1)))
                .on("/image", _ -> Reply.of(200, Body.bytes("image/png", TEXT.getBytes(StandardCharsets.UTF_8))))
                .on("/part", _ -> text(206, TEXT).header("Content-Range", "bytes 0-16999/17000"))
                .on("/encoded", _ -> text(200, TEXT).header("Content-Encoding", "br"))
                .on("/fixed", _ -> text(200, TEXT).header("Cache-Control", "no-transform"))
                .on("/noise", _ -> Reply.of(200, Body.bytes("text/plain", noise)))
                .on(
                        "/stream",
                        _ -> Reply.of(
                                200,
                                new Body.Stream(
                                        "text/plain",
                                        -1,
                                        null,
                                        out -> out.write(TEXT.getBytes(StandardCharsets.UTF_8)))));
        try (var connection = connect()) {
            for (String path : new String[] {"/small", "/image", "/part", "/fixed", "/noise", "/stream"}) {
                assertThat(connection.get(path, "Accept-Encoding: gzip").headers())
                        .as(path)
                        .doesNotContainKey("content-encoding");
            }
            assertThat(connection.get("/encoded", "Accept-Encoding: gzip").header("content-encoding"))
                    .isEqualTo("br");
        }
    }

    @Test
    void isOffWhereTheConfigurationSaysSo() throws Exception {
        start();
        server.apply(new Settings().compression(false).build());
        try (var connection = connect()) {
            var answer = connection.get("/text", "Accept-Encoding: gzip");
            assertThat(answer.headers()).doesNotContainKey("content-encoding");
            assertThat(answer.header("vary")).isEqualTo("Accept");
        }
    }
}
