package io.precinct.api.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.api.boundary.RouteDeclaration.Exposure;
import io.precinct.api.boundary.RouteDeclaration.SealPlace;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RouteDeclarationTest {
    private static final RouteDeclaration PLAIN = RouteDeclaration.of("POST", "/notes/:id");

    @Test
    void aRouteThatSaysNothingIsOpenAndExposedOnlyByConfiguration() {
        assertThat(PLAIN.access()).isEqualTo(Access.OPEN);
        assertThat(PLAIN.exposure()).isEqualTo(Exposure.CONFIGURED);
        assertThat(PLAIN.principalHeader()).isNull();
        assertThat(PLAIN.refusesForeignPages()).isFalse();
        assertThat(new RouteDeclaration(
                        "post", "/notes/:id", List.of("application/json"), List.of(), SealPlace.BODY, Access.OPEN, 0))
                .isEqualTo(PLAIN);
    }

    @Test
    void whatIsDeclaredStaysWhateverIsDeclaredNext() {
        RouteDeclaration route = PLAIN.provesItself()
                .exposed()
                .principalIn("X-Author")
                .consuming("*/*")
                .producing("text/csv")
                .sealedInHeader()
                .permitting(Permission.of("chief"))
                .refusingForeignPages()
                .withBodyLimit(9);

        assertThat(route)
                .isEqualTo(new RouteDeclaration(
                        "post",
                        "/notes/:id",
                        List.of("*/*"),
                        List.of("text/csv"),
                        SealPlace.HEADER,
                        Access.PROVEN,
                        9,
                        Exposure.DEFAULT,
                        "X-Author",
                        Permission.of("chief"),
                        true));
        assertThat(route.at("PUT", "/other"))
                .isEqualTo(new RouteDeclaration(
                        "put",
                        "/other",
                        List.of("*/*"),
                        List.of("text/csv"),
                        SealPlace.HEADER,
                        Access.PROVEN,
                        9,
                        Exposure.DEFAULT,
                        "X-Author",
                        Permission.of("chief"),
                        true));
    }

    @Test
    void aPermissionIncludesUsersWithOneOfItsRolesAndThoseWithoutAnyIfItSaysSo() {
        assertThat(Permission.EVERYBODY.includes(Set.of())).isTrue();
        assertThat(Permission.EVERYBODY.includes(Set.of("cook"))).isTrue();
        Permission named = Permission.of("chief", "cook");
        assertThat(named.includes(Set.of("cook", "guest"))).isTrue();
        assertThat(named.includes(Set.of("guest"))).isFalse();
        assertThat(named.includes(Set.of())).isFalse();
        assertThat(named.orWithoutRoles().includes(Set.of())).isTrue();
        assertThat(named.orWithoutRoles().includes(Set.of("guest"))).isFalse();
        assertThatThrownBy(Permission::of).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRouteForAdministratorsIsNeverExposedInWhateverOrderItIsSaid() {
        assertThat(PLAIN.forAdmin().exposure()).isEqualTo(Exposure.NEVER);
        assertThat(PLAIN.exposed().forAdmin().exposure()).isEqualTo(Exposure.NEVER);
        assertThat(PLAIN.forAdmin().exposed().exposure()).isEqualTo(Exposure.NEVER);
    }

    @Test
    void aPrincipalStandsInAHeaderThatCanBeSent() {
        for (String header : List.of("", "X Author", "X-Author:", "X-Author\r\n")) {
            assertThatThrownBy(() -> PLAIN.principalIn(header))
                    .as(header)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not a header name");
        }
    }
}
