package io.precinct.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final SessionOwner ADA = new SessionOwner(true, "ada");
    private static final SessionOwner BOB = new SessionOwner(true, "bob");
    private static final SessionOwner CLAIMS_ADA = new SessionOwner(false, "ada");

    private final Sessions sessions = new Sessions();

    @Test
    void aSessionIsItsOwnersOnAnyNode() {
        String session = Sessions.open("2025-11-25", ADA);

        assertThat(session).matches("[!-~]{1,100}").isNotEqualTo(Sessions.open("2025-11-25", ADA));
        assertThat(Sessions.revision(session)).isEqualTo("2025-11-25");
        assertThat(sessions.admits(session, ADA)).isTrue();
        assertThat(new Sessions().admits(session, ADA)).isTrue();
        assertThat(sessions.admits(session, BOB)).isFalse();
        assertThat(sessions.admits(session, CLAIMS_ADA)).isFalse();
        assertThat(sessions.admits(session, SessionOwner.NOBODY)).isFalse();
    }

    @Test
    void aSessionOfNobodyIsForAllWhoAreNotAuthenticated() {
        String session = Sessions.open("2025-11-25", SessionOwner.NOBODY);

        assertThat(sessions.admits(session, SessionOwner.NOBODY)).isTrue();
        assertThat(sessions.admits(session, CLAIMS_ADA)).isTrue();
        assertThat(sessions.admits(session, ADA)).isFalse();
    }

    @Test
    void aNameThatWasChangedOrInventedIsNoSession() {
        String session = Sessions.open("2025-11-25", ADA);

        for (String other : new String[] {
            session.replace("2025-11-25", "2024-11-05"),
            session.substring(0, session.length() - 1),
            session + "0",
            "",
            ".",
            "1",
            "2025-11-25.1.2"
        }) {
            assertThat(sessions.admits(other, ADA)).as(other).isFalse();
        }
    }

    @Test
    void aClosedSessionIsNobodysAnyMore() {
        String session = Sessions.open("2025-11-25", ADA);

        assertThat(sessions.close(session)).isTrue();
        assertThat(sessions.close(session)).isFalse();
        assertThat(sessions.admits(session, ADA)).isFalse();
    }
}
