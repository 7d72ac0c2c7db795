package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangeTest extends ServerTest {
    private static final byte[] TEN = "0123456789".getBytes(StandardCharsets.US_ASCII);
    private static final String MODIFIED = "Sun, 06 Nov 1994 08:49:37 GMT";

    private final AtomicLong written = new AtomicLong();

    @BeforeEach
    void start() throws Exception {
        start(new Settings());
        dispatcher.on("/bytes", _ -> tagged(Body.bytes("text/plain", TEN)));
        dispatcher.on(
                "/stream",
                _ -> tagged(new Body.Stream("text/plain", 10, null, out -> {
                    for (byte b : TEN) {
                        out.write(b);
                    }
                })));
        dispatcher.on("/unknown", _ -> tagged(new Body.Stream("text/plain", -1, null, out -> out.write(TEN))));
        dispatcher.on("/empty", _ -> tagged(Body.bytes("text/plain", new byte[0])));
        dispatcher.on(
                "/endless",
                _ -> tagged(new Body.Stream("text/plain", 1L << 40, null, out -> {
                    byte[] block = new byte[1 << 16];
                    for (long left = 1L << 40; left > 0; left -= block.length) {
                        try {
                            out.write(block);
                        } catch (IOException enough) {
                            throw new UncheckedIOException(enough);
                        }
                        written.addAndGet(block.length);
                    }
                })));
    }

    private static Reply tagged(Body body) {
        return Reply.of(200, body).header("ETag", "\"v1\"").header("Last-Modified", MODIFIED);
    }

    @ParameterizedTest
    @CsvSource({
        "0-3, 0123, 0-3",
        "3-3, 3, 3-3",
        "7-, 789, 7-9",
        "-2, 89, 8-9",
        "-100, 0123456789, 0-9",
        "5-99999999999999999999999999, 56789, 5-9",
        "0005-0006, 56, 5-6",
    })
    void onePartIsSentByItself(String range, String content, String sent) throws Exception {
        for (String path : new String[] {"/bytes", "/stream"}) {
            try (var connection = connect()) {
                var answer = connection.get(path, "Range: bytes=" + range);
                assertThat(answer.status()).isEqualTo(206);
                assertThat(answer.text()).isEqualTo(content);
                assertThat(answer.header("content-range")).isEqualTo("bytes " + sent + "/10");
                assertThat(answer.header("content-length")).isEqualTo(Integer.toString(content.length()));
                assertThat(answer.header("etag")).isEqualTo("\"v1\"");
                assertThat(connection.get("/hello").text()).isEqualTo("hello");
            }
        }
        assertThat(dispatcher.pinned).hasValue(0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-1,3-4", "bytes=4-3", "bytes=", "bytes=-", "bytes=a-b", "lines=1-2", "bytes 1-2"})
    void whatIsNotOneRangeIsIgnored(String range) throws Exception {
        for (String path : new String[] {"/bytes", "/stream"}) {
            try (var connection = connect()) {
                var answer = connection.get(path, "Range: " + range);
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.header("accept-ranges")).isEqualTo("bytes");
                assertThat(answer.text()).isEqualTo("0123456789");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"/bytes, 10-, 10", "/stream, 10-12, 10", "/stream, -0, 10", "/empty, 0-, 0"})
    void bytesThatAreNotThereAre416(String path, String range, int total) throws Exception {
        try (var connection = connect()) {
            var answer = connection.get(path, "Range: bytes=" + range);
            assertError(answer, 416, "range_not_satisfiable");
            assertThat(answer.header("content-range")).isEqualTo("bytes */" + total);
            assertThat(answer.headers()).doesNotContainKey("etag");
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
        assertThat(dispatcher.pinned).hasValue(0);
    }

    @Test
    void a416SaysNothingOfTheWholeThatIsNotTrueOfIt() throws Exception {
        dispatcher.on(
                "/described",
                _ -> tagged(Body.bytes("text/plain", TEN))
                        .header("Content-Encoding", "br")
                        .header("Content-Disposition", "attachment")
                        .header("Expires", MODIFIED)
                        .header("X-Service-Seal", "seal"));
        try (var connection = connect()) {
            var answer = connection.get("/described", "Range: bytes=10-");
            assertError(answer, 416, "range_not_satisfiable");
            assertThat(answer.headers())
                    .containsEntry("content-range", "bytes */10")
                    .containsEntry("x-service-seal", "seal")
                    .doesNotContainKeys("content-encoding", "content-disposition", "expires", "last-modified");
        }
    }

    @Test
    void aPartOfWhatIsCompressedForOthersTellsCachesSo() throws Exception {
        byte[] text = "a line that comes again and again\n".repeat(500).getBytes(StandardCharsets.US_ASCII);
        dispatcher.on("/text", _ -> Reply.of(200, Body.bytes("text/plain", text)));
        try (var connection = connect()) {
            var part = connection.get("/text", "Range: bytes=0-3");
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.header("vary")).isEqualTo("Accept-Encoding");
            assertThat(connection.get("/text").header("vary")).isEqualTo("Accept-Encoding");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'\"v1\"', 206",
        "'\"v2\"', 200",
        "'W/\"v1\"', 200",
        "'Sun, 06 Nov 1994 08:49:37 GMT', 206",
        "'Sun, 06 Nov 1994 08:49:38 GMT', 200",
        "nonsense, 200",
    })
    void aPartGoesOnlyToWhatIsStillTheSame(String condition, int status) throws Exception {
        try (var connection = connect()) {
            var answer = connection.get("/bytes", "Range: bytes=0-0", "If-Range: " + condition);
            assertThat(answer.status()).isEqualTo(status);
        }
    }

    @Test
    void onlyBodiesOfKnownLengthHaveParts() throws Exception {
        try (var connection = connect()) {
            var unknown = connection.get("/unknown", "Range: bytes=0-1");
            assertThat(unknown.status()).isEqualTo(200);
            assertThat(unknown.headers()).doesNotContainKey("accept-ranges");
            connection.send("HEAD /stream HTTP/1.1\nHost: localhost\nRange: bytes=0-1\n\n");
            var head = connection.read(false);
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("accept-ranges")).isEqualTo("bytes");
            assertThat(head.header("content-length")).isEqualTo("10");
        }
    }

    @Test
    void aWriterIsEndedBehindThePart() throws Exception {
        try (var connection = connect()) {
            var answer = connection.get("/endless", "Range: bytes=100000-100009");
            assertThat(answer.status()).isEqualTo(206);
            assertThat(answer.body()).hasSize(10);
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
        assertThat(written.get()).isLessThan(1 << 20);
        assertThat(dispatcher.pinned).hasValue(0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }
}
