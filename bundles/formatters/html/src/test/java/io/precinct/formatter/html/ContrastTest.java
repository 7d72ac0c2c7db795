package io.precinct.formatter.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** WCAG 2.2 §1.4.3: the contrast of text and its background is at least 4.5 to 1, in light and dark mode. */
class ContrastTest {
    private static final Pattern COLOUR = Pattern.compile("--([a-z-]+): #([0-9a-f]{6})");
    private static final List<String> ON_CARDS =
            List.of("ink", "soft", "link", "number", "truth", "good", "bad", "warn");

    private final String css = HtmlDocument.STYLE.css();

    @Test
    void lightColoursCanBeRead() {
        assertReadable(colours(css.substring(0, css.indexOf("@media"))));
    }

    @Test
    void darkColoursCanBeRead() {
        assertReadable(colours(css.substring(css.indexOf("@media"), css.indexOf("* {"))));
    }

    private static void assertReadable(Map<String, Double> luminance) {
        for (String text : ON_CARDS) {
            assertContrast(luminance, text, "card");
            assertContrast(luminance, text, "tint");
        }
        for (String text : List.of("ink", "soft")) {
            assertContrast(luminance, text, "ground");
            assertContrast(luminance, text, "bad-ground");
        }
        for (String name : List.of("good", "bad", "warn")) {
            assertContrast(luminance, name, name + "-ground");
        }
    }

    private static void assertContrast(Map<String, Double> luminance, String text, String ground) {
        double a = luminance.get(text) + 0.05;
        double b = luminance.get(ground) + 0.05;
        assertThat(Math.max(a, b) / Math.min(a, b)).as(text + " on " + ground).isGreaterThanOrEqualTo(4.5);
    }

    private static Map<String, Double> colours(String palette) {
        var luminance = new HashMap<String, Double>();
        var matcher = COLOUR.matcher(palette);
        while (matcher.find()) {
            luminance.put(matcher.group(1), luminance(Integer.parseInt(matcher.group(2), 16)));
        }
        return luminance;
    }

    private static double luminance(int rgb) {
        return 0.2126 * linear(rgb >> 16 & 0xFF) + 0.7152 * linear(rgb >> 8 & 0xFF) + 0.0722 * linear(rgb & 0xFF);
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
