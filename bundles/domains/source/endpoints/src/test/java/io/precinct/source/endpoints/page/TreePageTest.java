package io.precinct.source.endpoints.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TreePageTest {
    @Test
    void foldersComeBeforeFiles() {
        var list = new ListAnswer(
                Map.of(),
                Map.of(
                        "items",
                        List.of(
                                Map.of("path", "a.txt", "type", "file"),
                                Map.of("path", "docs", "type", "dir"),
                                Map.of("path", "link", "type", "symlink"),
                                Map.of("path", "src", "type", "dir"))));

        assertThat(TreePage.foldersFirst(list))
                .extracting(item -> item.text("path"))
                .containsExactly("docs", "src", "a.txt", "link");
    }
}
