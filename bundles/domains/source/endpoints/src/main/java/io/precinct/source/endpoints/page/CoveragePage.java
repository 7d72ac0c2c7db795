package io.precinct.source.endpoints.page;

import io.precinct.source.endpoints.page.templates.JtecoverageGenerated;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Coverage of requirements as a page. Made from the JSON payload. */
public final class CoveragePage {
    private CoveragePage() {}

    /** The page. */
    public static HtmlPage of(Map<String, @Nullable Object> payload) {
        var coverage = new PlainData(payload);
        return HtmlPage.of(
                "Coverage of requirements",
                Breadcrumbs.service("Coverage of requirements"),
                page -> JtecoverageGenerated.render(page, null, coverage));
    }
}
