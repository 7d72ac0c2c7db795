package io.precinct.api.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyTest {
    @Test
    void aFurtherMemberChangesNothingButThePayload() {
        Reply reply = Reply.of(201, Data.map("id", 7)).header("ETag", "\"v1\"").with("note", null);

        assertThat(reply.payload()).isEqualTo(Data.map("id", 7, "note", null));
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.headers().first("ETag")).isEqualTo("\"v1\"");
    }

    @Test
    void aPayloadThatIsNotAMapBecomesTheMemberBody() {
        Reply reply = Reply.ok(List.of(1, 2)).with("more", true);

        assertThat(reply.payload()).isEqualTo(Data.map("body", List.of(1, 2), "more", true));
    }
}
