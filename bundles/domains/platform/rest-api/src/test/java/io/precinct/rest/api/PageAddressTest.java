package io.precinct.rest.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageAddressTest {
    private static final List<String> SORTS = List.of("shelf");

    private static final Declaration BOOKS = Declaration.terminal()
            .describedAs("The books of a shelf.")
            .takes(Parameter.path("shelf", Schema.text()))
            .under(ListRequest.contract(
                    "The books.",
                    SORTS,
                    Schema.object().with("shelf", Schema.text()).named("ShelvedBook")))
            .build();

    /** Returns a page of an endless list of books that contain the name of their shelf. */
    private static Reply books(Input input) {
        Form query = Form.query(input);
        ListRequest page = ListRequest.of(query, SORTS, SORTS);
        query.check();
        return page.reply(input, List.of(Data.map("shelf", input.params().text("shelf"))), 2, List.of("a"));
    }

    private static List<Member> members() {
        return Endpoint.family(
                Member.get("/shelves/:shelf/books", "books", BOOKS, Endpoint.list(PageAddressTest::books)),
                Member.get("/rooms/*shelf", "rooms", BOOKS, Endpoint.list(PageAddressTest::books)));
    }

    @ParameterizedTest
    @CsvSource({"/shelves/a%2Fb/books, a/b", "/shelves/c%20d%25/books, c d%", "/rooms/a/b, a/b"})
    void theNextPageIsOfTheSamePathVariables(String path, String shelf) {
        try (TestChain chain =
                TestChain.empty().family("library", PageAddressTest::members).start()) {
            TestAnswer first = chain.get(path + "?limit=1&fields=shelf").send();
            assertThat(first.payload()).as(first.text()).isEqualTo(Data.list(Data.map("shelf", shelf)));

            String link = first.header("Link");
            assertThat(link).startsWith("<" + path + "?cursor=").endsWith("&limit=1&fields=shelf>; rel=\"next\"");
            assertThat(chain.get(link.substring(1, link.indexOf('>'))).send().payload())
                    .isEqualTo(first.payload());
        }
    }

    @Test
    void aParameterThatIsGivenTwiceStaysSo() {
        assertThat(PageAddress.query(Data.map("tag", List.of("a&b", "c"), "cursor", "old"), "cursor", "new"))
                .isEqualTo("?cursor=new&tag=a%26b&tag=c");
    }
}
