package io.precinct.formatter.html;

import io.precinct.api.format.Formatter.Target;
import io.precinct.common.html.HtmlBuilder;
import io.precinct.common.html.StyleSheet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lays out a page: request and status on top, then the payload with a card for each member that has members itself,
 * then verification, trace and seal. For a single use.
 */
final class HtmlDocument {
    static final StyleSheet STYLE = StyleSheet.load(HtmlDocument.class, "page.css", "form-action 'none'");

    /** Characters after which no further part of the payload is begun: browsers are slow with more. */
    static final int BUDGET = 4 << 20;

    /** Characters shown of one string. */
    static final int LONGEST_TEXT = 100_000;

    private static final String VERIFY = "_verify";
    private static final String TRACE = "_trace";
    private static final String SEAL = "_seal";

    /** A gate, the picture of a boundary. */
    private static final String GATE = "<path d='M4 21V10a8 8 0 0 1 16 0v11M9 21V11a3 3 0 0 1 6 0v10'/>";

    private static final String FULL = "<p class=\"more\">… more; this page is full, as JSON there is no limit</p>";

    private final HtmlBuilder page = new HtmlBuilder(BUDGET, LONGEST_TEXT);
    private final Values values = new Values(page);

    private HtmlDocument() {}

    /** A page of this payload, in UTF-8. */
    static byte[] of(Target target) {
        var page = new HtmlDocument();
        page.write(target);
        return page.page.bytes();
    }

    private void write(Target target) {
        Map<String, @Nullable Object> members = LenientFields.map(target.payload());
        String error = members != null && members.get("error") instanceof String text ? text : null;
        boolean failed = target.status() >= 400;
        head(target, failed ? error : null);
        page.tag("<body><header class=\"top\"><p class=\"brand\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\">")
                .tag(GATE)
                .tag("</svg>Precinct</p>");
        summary(target, members);
        page.tag("</header><main>");
        title(target, failed, error);
        if (members == null) {
            card(target.payload());
        } else {
            members(members, failed && error != null);
        }
        page.tag("</main>").end();
    }

    private void head(Target target, @Nullable String error) {
        page.head(STYLE, GATE, true, title -> {
            if (error != null) {
                title.number(target.status()).tag(" ").text(error).tag(" · ");
            } else if (target.route() != null) {
                title.text(target.route()).tag(" · ");
            }
            title.text(target.path());
        });
    }

    /** Status, route, and a link to each of verification, trace and seal. */
    private void summary(Target target, @Nullable Map<String, @Nullable Object> members) {
        page.tag("<ul class=\"summary\">");
        if (target.route() != null) {
            page.tag("<li class=\"route\"><span class=\"unseen\">Route </span>")
                    .text(target.route())
                    .tag("</li>");
        }
        if (members != null) {
            List<?> results = Verification.results(members.get(VERIFY));
            if (results != null) {
                Verification.summary(page, results);
            }
            Waterfall waterfall = Waterfall.of(members.get(TRACE));
            if (waterfall != null) {
                waterfall.summary(page);
            }
        }
        page.tag(target.status() < 400 ? "<li class=\"pill good\">" : "<li class=\"pill bad\">")
                .tag("<span class=\"unseen\">Status </span>")
                .number(target.status())
                .tag("</li></ul>");
    }

    private void title(Target target, boolean failed, @Nullable String error) {
        if (!failed) {
            page.tag("<h1 class=\"path\">").text(target.path()).tag("</h1>");
            return;
        }
        page.tag("<div class=\"failure\"><p class=\"number\" aria-hidden=\"true\">")
                .number(target.status());
        page.tag("</p><div><h1>").text(error == null ? "The request failed" : error);
        page.tag("</h1><p class=\"path\">").text(target.path()).tag("</p></div></div>");
    }

    private void members(Map<String, @Nullable Object> members, boolean errorIsShown) {
        boolean inTable = false;
        for (Map.Entry<String, @Nullable Object> member : members.entrySet()) {
            String key = member.getKey();
            Object value = member.getValue();
            if (isShownApart(key, value) || errorIsShown && key.equals("error")) {
                continue;
            }
            if (page.full()) {
                page.tag(inTable ? "</tbody></table></section>" : "").tag(FULL);
                inTable = false;
                break;
            }
            boolean nested = isNested(value);
            if (inTable && nested) {
                page.tag("</tbody></table></section>");
            } else if (!inTable && !nested) {
                page.tag("<section class=\"card\"><table class=\"map\"><tbody>");
            }
            inTable = !nested;
            member(key, value, nested);
        }
        if (inTable) {
            page.tag("</tbody></table></section>");
        }
        apart(members);
    }

    private void member(String key, @Nullable Object value, boolean nested) {
        List<?> scenarios = key.equals("scenarios") ? Verification.results(value) : null;
        if (!nested) {
            page.tag("<tr><th scope=\"row\">").text(key).tag("</th><td>");
            values.write(value, key, 1);
            page.tag("</td></tr>");
        } else if (scenarios != null) {
            new Verification(page).write("Scenarios", scenarios);
        } else {
            page.tag("<section class=\"card\"><h2>").text(key);
            if (value instanceof List<?> list) {
                page.tag(" <span class=\"count\">").number(list.size()).tag("</span>");
            }
            page.tag("</h2>");
            values.write(value, key, 1);
            page.tag("</section>");
        }
    }

    private void apart(Map<String, @Nullable Object> members) {
        List<?> results = Verification.results(members.get(VERIFY));
        if (results != null) {
            new Verification(page).write("Verification", results);
        }
        Waterfall waterfall = Waterfall.of(members.get(TRACE));
        if (waterfall != null) {
            waterfall.write(page);
        }
        if (SealFacts.isShownFor(members.get(SEAL))) {
            SealFacts.write(page, values, members.get(SEAL));
        }
    }

    private static boolean isShownApart(String key, @Nullable Object value) {
        return switch (key) {
            case VERIFY -> Verification.results(value) != null;
            case TRACE -> Waterfall.of(value) != null;
            case SEAL -> SealFacts.isShownFor(value);
            default -> false;
        };
    }

    private static boolean isNested(@Nullable Object value) {
        return value instanceof Map<?, ?> map && !map.isEmpty() || value instanceof List<?> list && !list.isEmpty();
    }

    private void card(@Nullable Object payload) {
        page.tag("<section class=\"card\">");
        values.write(payload, "payload", 0);
        page.tag("</section>");
    }
}
