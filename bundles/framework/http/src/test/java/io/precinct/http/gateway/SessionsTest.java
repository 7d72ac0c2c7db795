package io.precinct.http.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final User ADA = new User("ada", List.of("operator"), PasswordHash.of("secret"));
    private static final User BOB = new User("bob", List.of(), PasswordHash.of("other"));
    private static final Users USERS = Users.NONE.with(ADA).with(BOB);

    private long now = 5;
    private final Sessions sessions = new Sessions(() -> now);

    private static String sent(Sessions.@Nullable Open open) {
        assertThat(open).isNotNull();
        assertThat(open.cookie()).isNotNull();
        return open.cookie().substring(0, open.cookie().indexOf(';'));
    }

    private Sessions.@Nullable Open find(String cookies) {
        return sessions.find(cookies, USERS);
    }

    @Test
    void aSessionIsItsUsersAndItsCookieIsForThisServiceOnly() {
        Sessions.Open opened = sessions.open(ADA);

        assertThat(opened.cookie()).matches("__Host-precinct=[^;]+; Path=/; Secure; HttpOnly; SameSite=Lax");
        Sessions.Open found = find("theme=dark; " + sent(opened) + "; other=1");
        assertThat(found).isNotNull();
        assertThat(found.user()).isEqualTo(ADA);
        assertThat(found.cookie()).isNull();
        assertThat(Sessions.proves(found, opened.csrf())).isTrue();
        assertThat(Sessions.proves(found, sessions.open(ADA).csrf())).isFalse();
        assertThat(Sessions.proves(found, "")).isFalse();
        assertThat(Sessions.proves(found, null)).isFalse();
    }

    @Test
    void whatWasNotIssuedHereIsNoSession() {
        String cookie = sent(sessions.open(ADA));
        String[] parts = cookie.substring(cookie.indexOf('=') + 1).split("\\.");
        for (String forged : List.of(
                "",
                "x",
                "..",
                parts[0],
                parts[0] + ".0.",
                parts[0] + ".1." + parts[2],
                parts[0] + ".-1." + parts[2],
                parts[0] + ".99999999999." + parts[2],
                "0".repeat(32) + ".0." + parts[2],
                parts[0] + ".0." + "0".repeat(64),
                parts[0] + ".0." + parts[2] + ".0")) {
            assertThat(find(Sessions.COOKIE + "=" + forged)).as(forged).isNull();
        }
        assertThat(find(cookie + "; " + cookie)).isNull();
        assertThat(sessions.find(null, USERS)).isNull();
        assertThat(find("__Host-precinct2=" + parts[0])).isNull();
        String elsewhere = sent(new Sessions(() -> now).open(ADA));
        assertThat(find(elsewhere)).isNull();
        assertThat(find(cookie)).isNotNull();
    }

    @Test
    void aTokenIsReplacedAndTheOldOneCountsUntilItsSuccessorHasCome() {
        String first = sent(sessions.open(ADA));
        assertThat(find(first)).isNotNull();
        now += Sessions.ROTATION + 1;
        String second = sent(find(first));
        assertThat(second).isNotEqualTo(first);

        // The answer with the successor may be lost, so the successor is sent again.
        now += Sessions.GRACE * 5;
        assertThat(sent(find(first))).isEqualTo(second);

        assertThat(find(second).cookie()).isNull();
        now += Sessions.GRACE;
        assertThat(find(first).cookie()).isNull();
    }

    @Test
    void aTokenThatComesLongAfterItsSuccessorEndsTheSession() {
        String first = sent(sessions.open(ADA));
        now += Sessions.ROTATION + 1;
        String second = sent(find(first));
        assertThat(find(second)).isNotNull();
        now += Sessions.GRACE + 1;

        assertThat(find(first)).isNull();
        assertThat(find(second)).isNull();
    }

    @Test
    void aSessionEndsWhenNobodyUsesItAndAfterADayOfWork() {
        String idle = sent(sessions.open(ADA));
        now += Sessions.IDLE + 1;
        assertThat(find(idle)).isNull();

        String cookie = sent(sessions.open(ADA));
        long opened = now;
        while (now - opened <= Sessions.LONGEST) {
            Sessions.Open found = find(cookie);
            assertThat(found).isNotNull();
            cookie = found.cookie() == null ? cookie : sent(found);
            now += Sessions.ROTATION / 2;
        }
        assertThat(find(cookie)).isNull();
        assertThat(sessions.count()).isZero();
    }

    @Test
    void aSessionEndsWithItsUserOrPassword() {
        String cookie = sent(sessions.open(ADA));
        assertThat(sessions.find(cookie, Users.NONE.with(BOB))).isNull();
        assertThat(find(cookie)).isNull();

        String other = sent(sessions.open(ADA));
        Users changed = USERS.with(ADA.withPassword(PasswordHash.of("secret2")));
        assertThat(sessions.find(other, changed)).isNull();
    }

    @Test
    void aSessionFollowsTheRolesOfItsUserAndANewHashOfTheSamePassword() {
        String cookie = sent(sessions.open(ADA));
        Users fewer = USERS.with(ADA.withRoles(List.of()));
        assertThat(sessions.find(cookie, fewer).user().roles()).isEmpty();

        User renewed = ADA.withPassword(PasswordHash.of("secret"));
        sessions.renewed(ADA.password(), renewed.password());
        assertThat(sessions.find(cookie, USERS.with(renewed))).isNotNull();
        assertThat(sessions.find(cookie, USERS.with(renewed))).isNotNull();
    }

    @Test
    void signingOutEndsOneSessionOrAllOfTheUser() {
        Sessions.Open one = sessions.open(ADA);
        Sessions.Open two = sessions.open(ADA);
        Sessions.Open bobs = sessions.open(BOB);

        sessions.end(one);
        assertThat(find(sent(one))).isNull();
        assertThat(find(sent(two))).isNotNull();
        sessions.endAll("ada");
        assertThat(find(sent(two))).isNull();
        assertThat(find(sent(bobs))).isNotNull();
    }

    @Test
    void aUserHasSoManySessionsAndTheOldestGoes() {
        String first = sent(sessions.open(ADA));
        for (int i = 1; i < Sessions.MOST_OF_ONE; i++) {
            now++;
            sessions.open(ADA);
        }
        assertThat(find(first)).isNotNull();
        now++;
        sessions.open(ADA);
        assertThat(find(first)).isNull();
        assertThat(sessions.count()).isEqualTo(Sessions.MOST_OF_ONE);
    }

    @Test
    void requestsAtTheSameTimeGetTheSameSuccessor() throws Exception {
        String first = sent(sessions.open(ADA));
        now += Sessions.ROTATION + 1;
        Set<String> successors = new HashSet<>();
        try (var threads = Executors.newFixedThreadPool(8)) {
            Callable<String> ask = () -> sent(find(first));
            for (var answer : threads.invokeAll(Collections.nCopies(64, ask))) {
                successors.add(answer.get());
            }
        }
        assertThat(successors).hasSize(1);
    }
}
