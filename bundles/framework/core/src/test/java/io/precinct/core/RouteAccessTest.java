package io.precinct.core;

import static io.precinct.core.TestCore.answering;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Permission;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.api.boundary.RouteDeclaration.Exposure;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.RouteAccess;
import io.precinct.core.api.inspect.Inspection.RouteView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what the core tells a listener about who may reach a route. */
class RouteAccessTest {
    private static final RouteAccess EXPOSED = new RouteAccess(Access.OPEN, Exposure.DEFAULT);

    private final TestCore core = new TestCore();

    @BeforeEach
    void start() {
        core.plugins.family(
                "notes",
                () -> List.of(
                        member(
                                "read",
                                RouteDeclaration.of("get", "/notes/:id")
                                        .exposed()
                                        .principalIn("X-Author")),
                        member("write", RouteDeclaration.of("put", "/notes/:id").principalIn("x-author")),
                        member(
                                "purge",
                                RouteDeclaration.of("delete", "/notes/:id").forAdmin()),
                        member(
                                "hook",
                                RouteDeclaration.of("post", "/hook")
                                        .provesItself()
                                        .exposed()),
                        member("all", RouteDeclaration.of("get", "/drafts").exposed()),
                        member("add", RouteDeclaration.of("post", "/drafts").exposed())));
        core.boundary("other", answering(in -> Reply.ok(Map.of()))).start();
    }

    private static Member member(String name, RouteDeclaration route) {
        return Member.on(route, name, Declaration.terminal().build(), in -> Reply.ok(Map.of()));
    }

    @AfterEach
    void stop() {
        core.close();
    }

    private RouteAccess access(String method, String path) {
        return core.core.access(method, path);
    }

    @Test
    void aRequestHasTheAccessThatItsRouteDeclares() {
        assertThat(access("GET", "/notes/1")).isEqualTo(EXPOSED);
        assertThat(access("HEAD", "/n%6ftes/1")).isEqualTo(EXPOSED);
        assertThat(access("PUT", "/notes/1")).isEqualTo(new RouteAccess(Access.OPEN, Exposure.CONFIGURED));
        assertThat(access("DELETE", "/notes/1")).isEqualTo(new RouteAccess(Access.ADMIN, Exposure.NEVER));
        assertThat(access("POST", "/hook")).isEqualTo(new RouteAccess(Access.PROVEN, Exposure.DEFAULT));
    }

    @Test
    void aPathWithoutARouteIsExposedOnlyByConfiguration() {
        for (String path : List.of("/", "/notes", "/notes/", "/notes/1/2", "/notes/%zz", "notes/1", "*", "")) {
            assertThat(access("GET", path)).as(path).isEqualTo(RouteAccess.NO_ROUTE);
        }
    }

    @Test
    void anotherMethodIsExposedWhereAllRoutesOfThePathAre() {
        assertThat(access("OPTIONS", "/drafts")).isEqualTo(EXPOSED);
        assertThat(access("get", "/drafts")).isEqualTo(EXPOSED);
        assertThat(access("OPTIONS", "/notes/1")).isEqualTo(RouteAccess.NO_ROUTE);
    }

    @Test
    void aProofIsCheckedForTheDeclaredMethodOnly() {
        for (String method : List.of("GET", "OPTIONS", "PUT", "post")) {
            assertThat(access(method, "/hook")).as(method).isEqualTo(EXPOSED);
        }
    }

    @Test
    void aConfiguredRouteKeepsTheAccessOfTheOneItReplaces() {
        core.replacing("notes.read", RouteDeclaration.of("get", "/elsewhere"), "other")
                .replacing("notes.purge", RouteDeclaration.of("delete", "/purge"), "notes.purge")
                .replacing("notes.hook", RouteDeclaration.of("post", "/delivery"), "notes.hook")
                .configure();

        assertThat(access("GET", "/elsewhere")).isEqualTo(EXPOSED);
        assertThat(access("DELETE", "/purge")).isEqualTo(new RouteAccess(Access.ADMIN, Exposure.NEVER));
        assertThat(access("POST", "/delivery")).isEqualTo(new RouteAccess(Access.PROVEN, Exposure.DEFAULT));
        assertThat(access("POST", "/hook")).isEqualTo(RouteAccess.NO_ROUTE);
        assertThat(core.core.principalHeaders()).containsExactly("x-author");
        assertThat(core.core.routes())
                .filteredOn(route -> route.name().equals("notes.purge"))
                .extracting(RouteView::access, RouteView::exposure)
                .containsExactly(tuple("admin", "never"));
    }

    @Test
    void foreignPagesAreRefusedWhereARouteOfThePathDeclaresItAlsoByAnotherName() {
        core.plugins.family(
                "stream",
                () -> List.of(
                        member("open", RouteDeclaration.of("get", "/stream").refusingForeignPages()),
                        member("moved", RouteDeclaration.of("get", "/moved").refusingForeignPages())));
        core.replacing("stream.moved", RouteDeclaration.of("get", "/elsewhere"), "other")
                .start();

        for (String path : List.of("/stream", "/str%65am", "/elsewhere")) {
            for (String method : List.of("GET", "HEAD", "OPTIONS")) {
                assertThat(core.core.refusesForeignPages(method, path))
                        .as(method + " " + path)
                        .isTrue();
            }
        }
        for (String path : List.of("/moved", "/notes/1", "/drafts", "/", "/%zz", "*")) {
            assertThat(core.core.refusesForeignPages("GET", path)).as(path).isFalse();
        }
    }

    @Test
    void aConfiguredRouteProvesNothingOnceAnotherBoundaryHasAPartInIt() {
        core.replacing("notes.hook", RouteDeclaration.of("post", "/delivery"), "other", "notes.hook")
                .configure();

        assertThat(access("POST", "/delivery")).isEqualTo(EXPOSED);
    }

    @Test
    void aConfiguredRouteMayNarrowTheAccessOfTheOneItReplaces() {
        var own = RouteDeclaration.of("get", "/elsewhere").forAdmin();
        core.replacing("notes.read", own, "notes.read").configure();

        assertThat(access("GET", "/elsewhere")).isEqualTo(new RouteAccess(Access.ADMIN, Exposure.NEVER));
    }

    // @req:route-permission
    @Test
    void anAuthenticatedUserNeedsARoleThatTheRoutePermits() {
        core.plugins.family(
                "ledger",
                () -> List.of(member(
                        "close", RouteDeclaration.of("post", "/ledger").permitting(Permission.of("chief", "clerk")))));
        core.replacing("ledger.close", RouteDeclaration.of("post", "/moved"), "other", "ledger.close")
                .start();

        assertThat(post("/moved", user("cook")).status()).isEqualTo(403);
        assertThat(post("/moved", user("cook")).map())
                .containsEntry("code", "role_required")
                .containsEntry("error", "this needs one of the roles chief, clerk")
                .containsEntry("roles", List.of("chief", "clerk"));
        assertThat(post("/moved", user("clerk")).status()).isEqualTo(200);
        assertThat(post("/moved", CoreRequest.CLIENT).status()).isEqualTo(200);
        assertThat(post("/moved", Caller.IN_PROCESS).status()).isEqualTo(200);
    }

    private TestCore.Sent post(String path, Caller caller) {
        return core.send(CoreRequest.of("POST", path).from(caller));
    }

    private static Caller user(String role) {
        return new Caller("192.0.2.1", false, false, Map.of("name", "ada", "roles", List.of(role)), Set.of(role));
    }

    @Test
    void whatAFamilyDeclaresGoesWithIt() {
        assertThat(core.core.principalHeaders()).containsExactly("x-author");

        core.plugins.remove("family notes");
        core.core.deployed(core.plugins.snapshot());

        assertThat(core.core.principalHeaders()).isEmpty();
        assertThat(access("GET", "/notes/1")).isEqualTo(RouteAccess.NO_ROUTE);
        assertThat(access("POST", "/hook")).isEqualTo(RouteAccess.NO_ROUTE);
    }
}
