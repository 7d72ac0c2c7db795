package io.precinct.lib.elk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.precinct.lib.elk.LayeredLayout.Box;
import io.precinct.lib.elk.LayeredLayout.GivenUp;
import io.precinct.lib.elk.LayeredLayout.Line;
import io.precinct.lib.elk.LayeredLayout.Placed;
import io.precinct.lib.elk.LayeredLayout.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LayeredLayoutTest {
    private static final Box BOX = new Box(100, 30);

    private final List<Box> boxes = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();

    /** Makes boxes of several sizes with lines between them, including cycles and lines from a box to itself. */
    LayeredLayoutTest() {
        var random = new Random(7);
        for (int i = 0; i < 120; i++) {
            boxes.add(new Box(40 + random.nextInt(200), 30));
        }
        for (int i = 0; i < 240; i++) {
            lines.add(new Line(random.nextInt(100), random.nextInt(100), i % 2));
        }
    }

    @Test
    void noBoxCoversAnotherAndEachLineTouchesItsBoxes() {
        Placed placed = LayeredLayout.place(boxes, lines, () -> false);
        assertThat(placed.corners()).hasSameSizeAs(boxes);
        for (int i = 0; i < boxes.size(); i++) {
            assertThat(placed.corners().get(i).x() + boxes.get(i).width()).isLessThanOrEqualTo(placed.width());
            assertThat(placed.corners().get(i).y() + boxes.get(i).height()).isLessThanOrEqualTo(placed.height());
            for (int k = 0; k < i; k++) {
                assertThat(cover(placed, i, k)).as("%d and %d", i, k).isFalse();
            }
        }
        assertThat(placed.ways()).hasSameSizeAs(lines);
        for (int i = 0; i < lines.size(); i++) {
            List<Point> way = placed.ways().get(i);
            assertThat(touches(placed, lines.get(i).from(), way.getFirst())).isTrue();
            assertThat(touches(placed, lines.get(i).to(), way.getLast())).isTrue();
        }
    }

    private boolean cover(Placed placed, int one, int other) {
        Point a = placed.corners().get(one);
        Point b = placed.corners().get(other);
        return a.x() < b.x() + boxes.get(other).width()
                && b.x() < a.x() + boxes.get(one).width()
                && a.y() < b.y() + boxes.get(other).height()
                && b.y() < a.y() + boxes.get(one).height();
    }

    private boolean touches(Placed placed, int box, Point end) {
        Point corner = placed.corners().get(box);
        double slack = 0.001;
        return end.x() >= corner.x() - slack
                && end.x() <= corner.x() + boxes.get(box).width() + slack
                && end.y() >= corner.y() - slack
                && end.y() <= corner.y() + boxes.get(box).height() + slack;
    }

    @Test
    void theSameIsPlacedTheSameWay() {
        assertThat(LayeredLayout.place(boxes, lines, () -> false))
                .isEqualTo(LayeredLayout.place(boxes, lines, () -> false));
    }

    @Test
    void whatDependsStandsLeftOfWhatItDependsOn() {
        Placed placed =
                LayeredLayout.place(List.of(BOX, BOX, BOX), List.of(new Line(2, 0, 0), new Line(0, 1, 0)), () -> false);
        assertThat(placed.corners().get(2).x())
                .isLessThan(placed.corners().get(0).x());
        assertThat(placed.corners().get(0).x())
                .isLessThan(placed.corners().get(1).x());
    }

    @Test
    void aLayoutThatIsOverIsGivenUp() {
        var asked = new AtomicInteger();
        assertThatExceptionOfType(GivenUp.class)
                .isThrownBy(() -> LayeredLayout.place(boxes, lines, () -> asked.incrementAndGet() == 20));
        assertThat(asked).hasValue(20);
    }

    @Test
    void anEmptyGraphHasASize() {
        assertThat(LayeredLayout.place(List.of(), List.of(), () -> false).width())
                .isPositive();
    }
}
