package io.precinct.boundary.format;

import static io.precinct.boundary.format.StandInFormatters.JSON_AND_HTML;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.core.api.chain.Formatters;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagTest {
    private static final Reply NOTE = Reply.ok(Map.of("id", 7)).header("ETag", "\"v3\"");
    private static final Formatters PLAIN_TOO = new StandInFormatters(List.of(
            StandInFormatters.says("json", "application/json"),
            StandInFormatters.says("ld", "application/ld+json"),
            StandInFormatters.says("text", "text/plain")));

    private final Format format = new Format();

    @ParameterizedTest
    @CsvSource({"application/json,\"v3\"", "application/ld+json,\"v3\"", "text/plain,\"v3-plain\""})
    void aRepresentationOtherThanJsonHasATagOfItsOwn(String accept, String tag) throws Exception {
        assertThat(tagOf(new StandInChain(NOTE, PLAIN_TOO), accept)).isEqualTo(tag);
    }

    @Test
    void soHasWhatAWriteAnswersAndAWeakTagStaysWeak() throws Exception {
        var weak = NOTE.status(201).header("ETag", "W/\"v3\"");

        assertThat(tagOf(new StandInChain(weak, JSON_AND_HTML), "text/html")).isEqualTo("W/\"v3-html\"");
    }

    @Test
    void anErrorNamesTheVersionAloneSinceItRepresentsNothing() throws Exception {
        assertThat(tagOf(new StandInChain(NOTE.status(412), JSON_AND_HTML), "text/html"))
                .isEqualTo("\"v3\"");
    }

    @Test
    void minimalJsonIsJson() throws Exception {
        assertThat(tagOf(new StandInChain(NOTE, new StandInFormatters(List.of())), "text/html"))
                .isEqualTo("\"v3\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"v3-html\"", "W/\"v3-html\"", "\"v3\", \"v3-html\"", "*", " * "})
    void whatTheClientHasIsAnswered304WithoutRendering(String known) throws Exception {
        for (String method : List.of("get", "head")) {
            Reply reply = asking(known, method, "text/html");

            assertThat(reply.status()).isEqualTo(304);
            assertThat(reply.body()).isEqualTo(Body.Bytes.NONE);
            assertThat(reply.headers().first("ETag")).isEqualTo("\"v3-html\"");
            assertThat(reply.headers().first("Vary")).isEqualTo("Accept");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"v3\"", "\"v3-plain\"", "\"v2-html\"", "v3-html", ""})
    void anotherRepresentationOrVersionIsSentInFull(String known) throws Exception {
        assertThat(asking(known, "get", "text/html").status()).isEqualTo(200);
    }

    @Test
    void onlyReadingIsAnswered304() throws Exception {
        assertThat(asking("*", "post", "text/html").status()).isEqualTo(200);
    }

    @Test
    void minimalJsonThatTheClientHasIs304AsWell() throws Exception {
        var chain = new StandInChain(NOTE, new StandInFormatters(List.of()));
        chain.ifNoneMatch = "\"v3\"";

        assertThat(cross(chain, null).status()).isEqualTo(304);
    }

    @Test
    void whatWasProbedOrTracedIsNever304AndNotToBeStored() throws Exception {
        var probed = new StandInChain(NOTE.header("Cache-Control", "max-age=60"), JSON_AND_HTML);
        probed.verify = "polite";
        probed.ifNoneMatch = "*";
        var traced = new StandInChain(NOTE, JSON_AND_HTML);
        traced.trace = true;
        traced.ifNoneMatch = "*";

        for (StandInChain chain : List.of(probed, traced)) {
            Reply reply = cross(chain, "text/html");
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.headers().first("Cache-Control")).isEqualTo("no-store");
        }
        assertThat(cross(new StandInChain(NOTE, JSON_AND_HTML), null).headers().first("Cache-Control"))
                .isNull();
    }

    private Reply asking(String known, String method, String accept) throws IOException {
        var chain = new StandInChain(NOTE, JSON_AND_HTML);
        chain.ifNoneMatch = known;
        chain.method = method;
        return cross(chain, accept);
    }

    private @Nullable String tagOf(StandInChain chain, String accept) throws IOException {
        return cross(chain, accept).headers().first("ETag");
    }

    private Reply cross(StandInChain chain, @Nullable String accept) throws IOException {
        return (Reply) format.cross(chain.input(accept));
    }
}
