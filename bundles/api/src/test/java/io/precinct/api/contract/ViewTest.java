package io.precinct.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ViewTest {
    private record Author(String name) {
        static final View<Author> VIEW = View.<Author>object().with("name", Schema.text(), Author::name);
    }

    private record Book(
            String title, @Nullable String due, @Nullable String note, long copies, Author by, List<Author> others) {}

    private static final View<Book> BOOK = View.<Book>object()
            .with("title", Schema.text(), Book::title)
            .with("due", Schema.text().orNull(), Book::due)
            .optionally("note", Schema.text(), Book::note)
            .optionally("copies", Schema.integer(), Book::copies, book -> book.copies() > 0)
            .with("by", Author.VIEW, Book::by)
            .list("others", Author.VIEW, Book::others)
            .open()
            .named("Book");

    private static final Author EMILY = new Author("Emily");

    @Test
    void anAnswerHasTheMembersInTheirOrder() {
        var book = new Book("Poems", "2026-01-31", "torn", 2, EMILY, List.of(new Author("Anne")));

        assertThat(Json.compact(BOOK.toData(book)))
                .isEqualTo("{\"title\":\"Poems\",\"due\":\"2026-01-31\",\"note\":\"torn\",\"copies\":2,"
                        + "\"by\":{\"name\":\"Emily\"},\"others\":[{\"name\":\"Anne\"}]}");
    }

    @Test
    void anOptionalMemberIsAbsentAndAnotherOneNull() {
        var bare = new Book("Poems", null, null, 0, EMILY, List.of());
        var one = new Book("Poems", null, null, 1, EMILY, List.of());

        assertThat(BOOK.toList(List.of(bare, one)).stream().map(Json::compact))
                .containsExactly(
                        "{\"title\":\"Poems\",\"due\":null,\"by\":{\"name\":\"Emily\"},\"others\":[]}",
                        "{\"title\":\"Poems\",\"due\":null,\"copies\":1,\"by\":{\"name\":\"Emily\"},\"others\":[]}");
    }

    @Test
    void theSchemaHasTheSameMembers() {
        Schema author = Schema.object().with("name", Schema.text());

        assertThat(BOOK.schema())
                .isEqualTo(Schema.object()
                        .with("title", Schema.text())
                        .with("due", Schema.text().orNull())
                        .optionally("note", Schema.text())
                        .optionally("copies", Schema.integer())
                        .with("by", author)
                        .with("others", Schema.list(author))
                        .open()
                        .named("Book"));
    }

    @Test
    void aMemberIsThereOnce() {
        assertThatThrownBy(() -> BOOK.with("note", Schema.text(), Book::note))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"note\"");
    }

    @Test
    void aViewHasAtMostSixtyFourMembers() {
        View<Author> wide = View.object();
        for (int i = 0; i < 64; i++) {
            wide = wide.with("m" + i, Schema.text(), Author::name);
        }
        View<Author> full = wide;

        assertThat(full.toData(EMILY)).hasSize(64).containsEntry("m63", "Emily");
        assertThatThrownBy(() -> full.with("m64", Schema.text(), Author::name)).hasMessageContaining("\"m64\"");
    }
}
