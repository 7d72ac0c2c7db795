package io.precinct.console;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.common.accept.AcceptEncoding;
import io.precinct.common.accept.AcceptHeader;
import io.precinct.common.html.Page;
import io.precinct.common.html.PageWriter;
import io.precinct.common.html.StyleSheet;
import io.precinct.console.templates.JteconsoleGenerated;
import io.precinct.core.api.inspect.Inspection;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The console: one page for all addresses below {@code /console}, whose script shows the view that the address names.
 * Everything that the page shows it gets from the service's own API. Thread-safe.
 */
@Component
@FamilyName("console")
public final class Console implements BoundaryFamily {
    private static final String HTML = "text/html";
    private static final String SCRIPT = "text/javascript";
    private static final int LARGEST_PAGE = 1 << 20;

    private static final StyleSheet STYLE = StyleSheet.load(
            Console.class,
            "console.css",
            "script-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'");

    private static final View<List<Views.Entry>> VIEWS =
            View.<List<Views.Entry>>object().list("views", Views.Entry.VIEW, views -> views);

    private static final Declaration PAGE = Declaration.terminal()
            .describedAs("The console as a page; as data, its views.")
            .answers(Answer.ok("The views that are deployed, in the order of the navigation.", VIEWS.schema()))
            .build();

    private static final Declaration VIEW_PAGE = Declaration.terminal()
            .describedAs("The console as a page, which shows the view that the address names.")
            .takes(Parameter.path("view", Schema.text().example("runtime")))
            .answers(Answer.raw(200, "The page.", HTML))
            .build();

    private static final Declaration ASSET = Declaration.terminal()
            .describedAs("A script of the console.")
            .takes(
                    Parameter.path("file", Schema.text().example("console-0a1b2c3d4e5f6071.js")),
                    Parameter.header("Accept-Encoding", Schema.text()))
            .answers(
                    Answer.raw(200, "The script.", SCRIPT),
                    Answer.of(
                            404,
                            "There is no such script; the page names those there are.",
                            Schema.object().with("error", Schema.text()).named("NoSuchScript")))
            .build();

    private final Asset script = Asset.script("console", Console.class, "console.js");
    private final Views views;

    /** A console over what is deployed. */
    @Activate
    public Console(@Reference Inspection inspection) {
        views = new Views(inspection);
    }

    @Override
    public List<Member> members() {
        return List.of(
                Member.on(route("/console").producing(HTML), "page", PAGE, this::console),
                Member.on(route("/console/*view").producing(HTML), "view", VIEW_PAGE, input -> page()),
                Member.on(route("/console/assets/:file").producing(SCRIPT), "asset", ASSET, this::asset));
    }

    private static RouteDeclaration route(String path) {
        return RouteDeclaration.of("get", path).sealedInHeader().forOperators();
    }

    private Outcome console(Input input) {
        AcceptHeader accept = AcceptHeader.of(input.headers().optionalText("accept"));
        return HTML.equals(accept.best(List.of("application/json", HTML)))
                ? page()
                : Reply.ok(VIEWS.toData(views.all()))
                        .header("Cache-Control", "no-store")
                        .header("Vary", "Accept");
    }

    private Reply page() {
        var writer = new PageWriter(LARGEST_PAGE, Integer.MAX_VALUE);
        new Page(STYLE, "Console · Precinct", false, null, null, script.path())
                .write(writer, page -> JteconsoleGenerated.render(writer, null));
        return Reply.of(200, Body.bytes("text/html; charset=utf-8", writer.bytes()))
                .header("Content-Security-Policy", STYLE.policy())
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cache-Control", "no-store")
                .header("Vary", "Accept");
    }

    private Outcome asset(Input input) {
        String file = input.params().text("file");
        Optional<Asset> asset = file.equals(script.name()) ? Optional.of(script) : views.named(file);
        if (asset.isEmpty()) {
            return Denial.of(404, "no script of the console is called " + file);
        }
        boolean packed = AcceptEncoding.prefersGzip(input.headers().text("accept-encoding", ""));
        Reply reply = Reply.of(
                        200,
                        Body.bytes(
                                SCRIPT + "; charset=utf-8",
                                packed ? asset.get().packed() : asset.get().content()))
                .header("Cache-Control", "public, max-age=31536000, immutable")
                .header("X-Content-Type-Options", "nosniff")
                .header("Vary", "Accept-Encoding");
        return packed ? reply.header("Content-Encoding", "gzip") : reply;
    }
}
