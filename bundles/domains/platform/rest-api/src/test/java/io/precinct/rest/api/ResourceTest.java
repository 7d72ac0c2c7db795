package io.precinct.rest.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResourceTest {
    private record Place(String shelf, long level) {}

    private record Book(
            String id,
            String title,
            @Nullable LocalDate due,
            @Nullable String note,
            List<Place> places) {}

    private static final Field<String> SHELF = Field.requiredText("shelf", 10);
    private static final Field<@Nullable Long> LEVEL =
            Field.integer("level", 0, 9).required();

    private static final Resource<Place> PLACE = Resource.of(
                    Property.given(SHELF, Place::shelf), Property.given(LEVEL, Place::level))
            .made(values -> new Place(values.need(SHELF), values.need(LEVEL)));

    private static final Field<String> TITLE = Field.requiredText("title", 20).example("Emma");
    private static final Field<List<Place>> PLACES = Field.objects("places", PLACE, 2);

    private static final Resource<Book> BOOK = Resource.<Book>of(
                    Property.of("id", Type.text(), Book::id),
                    Property.given(TITLE, Book::title),
                    Property.of("due", Type.date(), Book::due).orNull(),
                    Property.of("note", Type.text(), Book::note).optional(),
                    Property.given(PLACES, Book::places))
            .named("Book");

    @Test
    void aViewHasTheMembersInTheirOrder() {
        var book = new Book("b", "Emma", LocalDate.of(2026, 1, 31), "torn", List.of(new Place("A", 3)));

        assertThat(Json.compact(BOOK.view(book)))
                .isEqualTo("{\"id\":\"b\",\"title\":\"Emma\",\"due\":\"2026-01-31\",\"note\":\"torn\","
                        + "\"places\":[{\"shelf\":\"A\",\"level\":3}]}");
    }

    @Test
    void whatIsMissingIsNullOrAbsentAsTheMemberSays() {
        assertThat(Json.compact(BOOK.view(new Book("b", "Emma", null, null, List.of()))))
                .isEqualTo("{\"id\":\"b\",\"title\":\"Emma\",\"due\":null,\"places\":[]}");
        assertThat(BOOK.schema().requires("due")).isTrue();
        assertThat(BOOK.schema().requires("note")).isFalse();
    }

    @Test
    void theSchemaIsThatOfTheView() {
        Schema place = Schema.object()
                .with("shelf", Schema.text())
                .with("level", Schema.integer().atLeast(0));

        assertThat(BOOK.schema())
                .isEqualTo(Schema.object()
                        .with("id", Schema.text())
                        .with("title", Schema.text().example("Emma"))
                        .with("due", Type.date().shown().orNull())
                        .optionally("note", Schema.text())
                        .with("places", Schema.list(place))
                        .named("Book"));
    }

    @Test
    void whatWasAnsweredCanBeSentBack() {
        Form form = Form.of(BOOK.view(new Book("b", "Emma", null, "torn", List.of(new Place("A", 3)))));

        FieldValues values = BOOK.read(form);
        form.check();

        assertThat(values.need(TITLE)).isEqualTo("Emma");
        assertThat(values.need(PLACES)).containsExactly(new Place("A", 3));
        assertThat(BOOK.taken().members().keySet()).containsExactly("title", "places", "id", "due", "note");
        assertThat(BOOK.taken().requires("title")).isTrue();
    }

    @Test
    void everythingThatIsWrongIsSaidWithItsPlace() {
        Form form = Form.of(Data.map("places", Data.list(Data.map("level", 10, "colour", "red"), 3)));
        BOOK.read(form);

        assertThatThrownBy(form::check).isInstanceOf(Refusal.class);
        assertThat(form.faults().stream()
                        .map(fault -> fault.pointer() + " " + fault.code())
                        .toList())
                .containsExactly(
                        "/title required",
                        "/places/0/shelf required",
                        "/places/0/level bounds",
                        "/places/1 type",
                        "/places/0/colour unknown");
    }

    @Test
    void aMemberThatIsRequiredAndNotThereIsAFault() {
        Form form = Form.of(Data.map("places", Data.list(Data.map("shelf", "A"))));
        BOOK.read(form);

        assertThat(form.faults()).contains(new Refusal.Fault("/places/0/level", "required", "level is required", null));
    }

    @Test
    void membersOfOneAreShownOfAnotherThatHasIt() {
        record Loan(Book book, String reader) {}

        Resource<Loan> loan = BOOK.<Loan>from(Loan::book).with(Property.of("reader", Type.text(), Loan::reader));
        Map<String, @Nullable Object> view = loan.view(new Loan(new Book("b", "Emma", null, null, List.of()), "kim"));

        assertThat(view.keySet()).containsExactly("id", "title", "due", "places", "reader");
        assertThat(loan.names()).containsExactly("id", "title", "due", "note", "places", "reader");
    }

    @Test
    void someMembersOfAResourceAreOneInItsOrder() {
        Resource<Book> some = BOOK.only(List.of("note", "id", "colour"));

        assertThat(some.names()).containsExactly("id", "note");
        assertThat(some.view(new Book("b", "Emma", null, "old", List.of())))
                .containsExactly(Map.entry("id", "b"), Map.entry("note", "old"));
    }
}
