package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testkit.TestAnswer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepositoriesTest {
    private final TestEndpoints endpoints = new TestEndpoints();

    @BeforeEach
    void fill() {
        endpoints.sources.testRepository("one").file("a.toy", "class A\n").commit();
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void repositoriesAreListedWithTheirState() {
        TestAnswer answer = endpoints.get("/repos");

        assertThat(answer.header("ETag")).isNotNull();
        assertThat(TestEndpoints.items(answer).getFirst())
                .containsEntry("name", "one")
                .containsEntry("state", "ready")
                .containsEntry("cache", Map.of("entries", 1, "hits", 2, "misses", 3))
                .containsKeys("url", "ref", "commit", "fetched_at", "next_refresh_at", "last_error", "grammars");
    }

    @Test
    void asAPageTheyLeadToTheirTrees() {
        endpoints.sources.testRepository("two").file("a.toy", "").commit();

        TestAnswer page = endpoints.page("/repos");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.mediaType()).startsWith("text/html");
        assertThat(page.text())
                .contains("<a href=\"/repos/one/tree\">one</a>", "<a href=\"/repos/two/tree\">two</a>")
                .contains("<a class=\"brand\" href=\"/\">", "href=\"#main\">Skip to content</a>", "<main id=\"main\">")
                .doesNotContain("<script");
    }

    @Test
    void repositoriesAreListedPageByPage() {
        endpoints.sources.testRepository("two").file("a.toy", "").commit();
        endpoints.sources.testRepository("three").file("a.toy", "").commit();

        TestAnswer first = endpoints.get("/repos?limit=2");
        assertThat(TestEndpoints.items(first))
                .extracting(item -> item.get("name"))
                .containsExactly("one", "two");
        String rest = "/repos?limit=2&cursor=" + first.json().get("next_cursor");
        TestAnswer last = endpoints.get(rest);
        assertThat(TestEndpoints.items(last))
                .extracting(item -> item.get("name"))
                .containsExactly("three");
        assertThat(last.json().get("next_cursor")).isNull();

        endpoints.sources.remove("two");
        assertThat(endpoints.get(rest).json()).containsEntry("code", "stale_cursor");
    }

    @Test
    void aRefreshIsAJobOrWaitedFor() {
        TestAnswer job = endpoints.request("POST", "/repos/one/refresh").send();
        assertThat(job.status()).as(job.text()).isEqualTo(202);
        assertThat(job.header("Location")).isEqualTo("/repos/one/refresh/job-0");
        assertThat(endpoints.get("/repos/one/refresh/job-0").json().get("job").toString())
                .contains("state=done", "href=/repos/one/refresh/job-0");
        assertThat(endpoints.get("/repos/one/refresh/job-9").json()).containsEntry("code", "unknown_job");

        TestAnswer done =
                endpoints.request("POST", "/repos/one/refresh?wait=true").send();
        assertThat(done.status()).isEqualTo(200);
        assertThat(done.json()).containsKeys("from_commit", "to_commit", "changed");
    }

    @Test
    void aRefreshTakesNoMembers() {
        TestAnswer refused = endpoints
                .request("POST", "/repos/one/refresh")
                .json(Map.of("wait", true))
                .send();
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json())
                .containsEntry("code", "malformed")
                .containsEntry("detail", "there is no field wait; this takes none");
        assertThat(endpoints
                        .request("POST", "/repos/one/refresh")
                        .json(Map.of())
                        .send()
                        .status())
                .isEqualTo(202);
    }

    @Test
    void aRefreshThatFailsSaysWhy() {
        endpoints.sources.testRepository("one").failing("repository_failed");

        TestAnswer failed =
                endpoints.request("POST", "/repos/one/refresh?wait=true").send();

        assertThat(failed.status()).isEqualTo(502);
        assertThat(failed.json()).containsEntry("code", "fetch_failed").containsEntry("detail", "the remote hung up");
    }

    @Test
    void aDeliveryIsProvenByTheBodyAsItWasSent() {
        String body = "{ \"ref\":\"refs/heads/main\",  \"n\": 1.0 }";
        String digest = Integer.toHexString(body.hashCode());

        assertThat(deliver(body, "X-Hub-Signature-256", "sha256=" + digest)).isEqualTo(202);
        assertThat(deliver(body, "X-Gitea-Signature", digest)).isEqualTo(202);
        assertThat(deliver(body, "X-Gitlab-Token", "secret")).isEqualTo(202);
        assertThat(deliver(body + " ", "X-Hub-Signature-256", "sha256=" + digest))
                .isEqualTo(403);
        assertThat(deliver(body, "X-Gitlab-Token", "guess")).isEqualTo(403);
        assertThat(deliver(body, "X-Other", "x")).isEqualTo(403);
    }

    private int deliver(String body, String header, String value) {
        return endpoints
                .request("POST", "/repos/one/webhook")
                .body("application/json", body)
                .header(header, value)
                .send()
                .status();
    }
}
