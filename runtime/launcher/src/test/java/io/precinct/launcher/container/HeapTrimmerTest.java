package io.precinct.launcher.container;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapTrimmerTest {
    private static final long MEGABYTE = 1 << 20;

    private static boolean isDue(int used, int inUse, int max) {
        return HeapTrimmer.isDue(used * MEGABYTE, inUse * MEGABYTE, max * MEGABYTE);
    }

    @Test
    void aHeapIsCollectedOnceItHasDoubledAndNeverWhileItIsSmall() {
        assertThat(isDue(300, 10, 4096)).isFalse();
        assertThat(isDue(330, 10, 4096)).isTrue();
        assertThat(isDue(330, 200, 4096)).isFalse();
        assertThat(isDue(410, 200, 4096)).isTrue();
    }

    @Test
    void oneThatIsNearlyFullOfWhatIsInUseIsLeftToTheCollector() {
        assertThat(isDue(3900, 1900, 4096)).isTrue();
        assertThat(isDue(4090, 2100, 4096)).isFalse();
        assertThat(isDue(330, 0, -1)).isTrue();
    }
}
