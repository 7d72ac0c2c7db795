package io.precinct.dependencies.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.precinct.dependencies.event.EdgeType;
import io.precinct.dependencies.view.Graph;
import io.precinct.rest.api.Refusal;
import io.precinct.testing.Eventually;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PicturesTest {
    private static final List<String> HOSTILE = List.of(
            "<script>alert(1)</script>",
            "service:\"q\" & 'a' ]]> <!-- x",
            "service:a\u0000b\u0007c\r\nd\u007f\u009be",
            "service:\ud800half",
            "library:\u202eright\u2066to\u200fleft",
            "service:\u05e2\u05d2\u05dc\u05d4-\u0633\u0644\u0629",
            "\u670d\u52a1:\u8d2d\u7269\u8f66\ud83d\ude80",
            "service:" + "x".repeat(292),
            "service:\uffff\ufffe",
            ":",
            "javascript:alert(1)",
            " ");

    private final Pictures pictures = patient();

    /** Pictures that are drawn however busy the machine is. */
    private static Pictures patient() {
        return new Pictures(Duration.ofMinutes(5), Pictures.DRAWER);
    }

    private static Graph.Edge edge(String from, EdgeType type, String to) {
        return new Graph.Edge(from, to, type, List.of("test"), Instant.EPOCH, null);
    }

    /**
     * Creates a graph in which each node depends on later nodes, and a few on earlier ones, so that there are cycles.
     */
    private static Graph random(int nodes, int edges) {
        var random = new Random(11);
        List<Graph.Node> all = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            all.add(new Graph.Node((i % 3 == 0 ? "library:" : "service:") + "n" + i, i == 0 ? 0 : 1 + i % 6));
        }
        Set<Graph.Edge> some = new LinkedHashSet<>();
        while (some.size() < edges) {
            int from = random.nextInt(nodes);
            int to = (from + 1 + random.nextInt(Math.max(1, nodes / 8))) % nodes;
            some.add(edge(
                    all.get(from).name(),
                    random.nextBoolean() ? EdgeType.CLIENT_OF : EdgeType.DEPENDS_ON,
                    all.get(to).name()));
        }
        return new Graph(all, List.copyOf(some), false);
    }

    private static Document parsed(Picture picture) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(picture.document()));
    }

    private static List<Element> elements(Document svg, String name, String style) {
        List<Element> found = new ArrayList<>();
        NodeList all = svg.getElementsByTagNameNS("http://www.w3.org/2000/svg", name);
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            if (List.of(element.getAttribute("class").split(" ")).contains(style)) {
                found.add(element);
            }
        }
        return found;
    }

    private static List<String> titles(List<Element> of) {
        return of.stream()
                .map(each -> each.getElementsByTagName("title").item(0).getTextContent())
                .toList();
    }

    // @req:dependency-picture
    @Test
    void everyNodeAndEdgeIsThereAndNoBoxCoversAnother() throws Exception {
        Graph graph = random(500, 1000);
        Picture picture = pictures.of(graph, true, "");
        Document svg = parsed(picture);
        List<Element> nodes = elements(svg, "a", "n");
        assertThat(titles(nodes).stream().map(title -> title.split(",")[0]))
                .containsExactlyInAnyOrderElementsOf(
                        graph.nodes().stream().map(Graph.Node::name).toList());
        assertThat(nodes).allMatch(node -> node.getAttribute("href").startsWith("/graph/neighbours?node="));
        List<Element> edges = elements(svg, "g", "e").stream()
                .filter(edge -> edge.hasAttribute("data-f"))
                .toList();
        assertThat(titles(edges))
                .containsExactlyInAnyOrderElementsOf(graph.edges().stream()
                        .map(edge -> edge.from() + " " + edge.type().wireName() + " " + edge.to())
                        .toList());
        List<double[]> boxes = nodes.stream().map(PicturesTest::box).toList();
        for (int i = 0; i < boxes.size(); i++) {
            double[] a = boxes.get(i);
            assertThat(a[0] + a[2]).isLessThanOrEqualTo(picture.width());
            for (int k = 0; k < i; k++) {
                double[] b = boxes.get(k);
                assertThat(a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + 28 && b[1] < a[1] + 28)
                        .as("%d covers %d", i, k)
                        .isFalse();
            }
        }
    }

    /** Returns left, top and width; the outline of a hexagon or a folded box begins with its width less a corner. */
    private static double[] box(Element node) {
        String[] place =
                node.getAttribute("transform").replaceAll("[^0-9. ]", "").split(" ");
        Element outline = (Element) node.getElementsByTagName("rect").item(0);
        return new double[] {
            Double.parseDouble(place[0]),
            Double.parseDouble(place[1]),
            Double.parseDouble(outline.getAttribute("width"))
        };
    }

    @Test
    void hostileNamesAreTextAndNothingElse() throws Exception {
        List<Graph.Edge> edges = new ArrayList<>();
        for (int i = 0; i < HOSTILE.size(); i++) {
            edges.add(edge(HOSTILE.get(i), EdgeType.DEPENDS_ON, HOSTILE.get((i + 1) % HOSTILE.size())));
        }
        Picture picture = pictures.of(Graph.of(edges, false), true, "");
        String text = new String(picture.document(), StandardCharsets.UTF_8);
        assertThat(text).doesNotContain("<script", "\u202e", "\u2066", "\u200f", "\u0000", "\u0007", "\uffff");
        assertThat(text).contains("&lt;script&gt;alert(1)&lt;/script&gt;", "…", "textLength");
        Document svg = parsed(picture);
        List<Element> nodes = elements(svg, "a", "n");
        assertThat(nodes).hasSameSizeAs(HOSTILE);
        assertThat(nodes).allMatch(node -> node.getAttribute("href").startsWith("/graph/neighbours?node="));
        assertThat(titles(nodes)).contains("javascript:alert(1)", "service:" + "x".repeat(292));
        NodeList all = svg.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            assertThat(element.getTagName())
                    .isIn("svg", "style", "defs", "marker", "path", "g", "title", "a", "rect", "text", "tspan");
            for (int k = 0; k < element.getAttributes().getLength(); k++) {
                assertThat(element.getAttributes().item(k).getNodeName())
                        .doesNotStartWith("on")
                        .isNotEqualTo("style");
            }
        }
    }

    @Test
    void itIsSelfContained() {
        String text = new String(pictures.of(random(10, 15), true, "").document(), StandardCharsets.UTF_8);
        assertThat(text.replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
                .doesNotContain("http:", "https:", "@import");
        assertThat(text.replace("url(#tip)", "")).doesNotContain("url(");
        assertThat(text).contains("viewBox=\"0 0 ", "prefers-color-scheme: dark");
    }

    @Test
    void theSameGraphInAnotherOrderIsTheSameBytes() {
        Graph graph = random(60, 120);
        List<Graph.Node> nodes = new ArrayList<>(graph.nodes());
        List<Graph.Edge> edges = new ArrayList<>(graph.edges());
        Collections.shuffle(nodes, new Random(1));
        Collections.shuffle(edges, new Random(1));
        assertThat(patient().of(new Graph(nodes, edges, false), true, "").document())
                .isEqualTo(pictures.of(graph, true, "").document());
    }

    @Test
    void whatWasDrawnIsKeptAndAnythingElseIsDrawn() {
        Graph graph = random(10, 15);
        Picture first = pictures.of(graph, true, "");
        assertThat(pictures.of(graph, true, "")).isSameAs(first);
        assertThat(pictures.of(graph, false, "")).isNotEqualTo(first);
        assertThat(pictures.of(graph, true, "&type=client-of")).isNotEqualTo(first);
        assertThat(pictures.of(random(10, 14), true, "")).isNotEqualTo(first);
    }

    @Test
    void twoNodesThatDependOnEachOtherAreDrawn() throws Exception {
        Graph cycle = Graph.of(List.of(edge("a", EdgeType.DEPENDS_ON, "b"), edge("b", EdgeType.CLIENT_OF, "a")), false);
        Document svg = parsed(pictures.of(cycle, false, ""));
        assertThat(titles(elements(svg, "a", "n"))).containsExactly("a", "b");
        assertThat(elements(svg, "g", "client-of")).hasSize(2);
        assertThat(elements(svg, "a", "d0")).as("nothing is measured").isEmpty();
    }

    @Test
    void whatIsTooLargeIsRefusedWithTheWayToNarrowIt() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> pictures.of(random(1001, 1001), true, ""))
                .withMessageContaining("1,001 nodes")
                .withMessageContaining("less depth")
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(422));
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> pictures.of(random(400, 3001), true, ""))
                .withMessageContaining("3,001 edges");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> pictures.of(new Graph(List.of(new Graph.Node("a", 0)), List.of(), true), true, ""))
                .withMessageContaining("more than 1 nodes");
    }

    @Test
    void aLayoutThatTakesTooLongIsGivenUpAndThoseAfterItAreNot() {
        var impatient = new Pictures(Duration.ZERO, Pictures.DRAWER);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> impatient.of(random(10, 15), true, ""))
                .withMessageContaining("within 0 ms")
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(422));
        assertThat(pictures.of(random(10, 15), true, "").document()).isNotEmpty();
    }

    /** Returns a drawer that draws nothing until it is allowed to, and ignores interruption. */
    private static Pictures.Drawer stubborn(CountDownLatch may, CountDownLatch begun) {
        return (graph, isMeasured, suffix, digest, isOver) -> {
            begun.countDown();
            while (may.getCount() > 0) {
                try {
                    may.await();
                } catch (InterruptedException _) {
                    // ignoring interruption is the purpose
                }
            }
            return Pictures.DRAWER.draw(graph, isMeasured, suffix, digest, () -> false);
        };
    }

    @Test
    void nobodyWaitsForADrawingThatHeedsNothingAndThereAreFewOfThem() {
        var may = new CountDownLatch(1);
        var stuck = new Pictures(Duration.ofMillis(1), stubborn(may, new CountDownLatch(1)));
        for (int i = 0; i < DrawingThreads.MOST_THREADS; i++) {
            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> stuck.of(random(10, 15), true, ""))
                    .withMessageContaining("within 1 ms");
        }
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> stuck.of(random(10, 15), true, ""))
                .satisfies(PicturesTest::isOverloaded);
        may.countDown();
        Eventually.until("threads are free again", () -> {
            try {
                stuck.of(random(10, 15), true, "");
                return true;
            } catch (Refusal e) {
                return e.status() != 503;
            }
        });
    }

    @Test
    void twoPicturesAreDrawnAtOnce() throws Exception {
        var may = new CountDownLatch(1);
        var begun = new CountDownLatch(DrawingThreads.MOST_AT_ONCE);
        var busy = new Pictures(Duration.ofMinutes(5), stubborn(may, begun));
        try (var executor = Executors.newCachedThreadPool()) {
            List<Future<Picture>> drawn = new ArrayList<>();
            for (int i = 0; i < DrawingThreads.MOST_AT_ONCE; i++) {
                int edges = 10 + i;
                drawn.add(executor.submit(() -> busy.of(random(10, edges), true, "")));
            }
            begun.await();
            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> busy.of(random(10, 15), true, ""))
                    .satisfies(PicturesTest::isOverloaded);
            may.countDown();
            for (Future<Picture> picture : drawn) {
                assertThat(picture.get().document()).isNotEmpty();
            }
        }
        assertThat(busy.of(random(10, 15), true, "").document()).isNotEmpty();
    }

    private static void isOverloaded(Refusal refusal) {
        assertThat(refusal.status()).isEqualTo(503);
        assertThat(refusal.toDenial().headers().first("Retry-After")).isEqualTo("2");
    }
}
