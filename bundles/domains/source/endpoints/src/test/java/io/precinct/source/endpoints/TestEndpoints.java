package io.precinct.source.endpoints;

import io.precinct.source.endpoints.export.ExportEndpoints;
import io.precinct.source.endpoints.traces.TraceEndpoints;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import io.precinct.testkit.TestRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The endpoints over a {@link TestSources}, through the whole chain. */
final class TestEndpoints implements AutoCloseable {
    final TestSources sources;
    private final TestChain chain;

    TestEndpoints() {
        this(new TestSources());
    }

    /** The places of large files. */
    final Admission places = new Admission(8);

    /** Other endpoints over existing sources, as after a restart. */
    TestEndpoints(TestSources sources) {
        this.sources = sources;
        TestChain building = TestChain.empty().strictInput(true);
        families().forEach(building::family);
        chain = building.start();
    }

    Map<String, io.precinct.api.boundary.BoundaryFamily> families() {
        var families = new LinkedHashMap<String, io.precinct.api.boundary.BoundaryFamily>();
        families.put("repos", new RepositoryEndpoints(sources));
        families.put("files", new FileEndpoints(sources, places));
        families.put("code", new CodeEndpoints(sources));
        families.put("history", new HistoryEndpoints(sources));
        families.put("export", new ExportEndpoints(sources));
        families.put("traces", new TraceEndpoints(sources));
        return families;
    }

    TestRequest request(String method, String target) {
        return chain.request(method, target);
    }

    TestAnswer get(String target) {
        return request("GET", target).send();
    }

    TestAnswer page(String target) {
        return request("GET", target).accept("text/html").send();
    }

    TestAnswer post(String target, Object body) {
        return request("POST", target).json(body).send();
    }

    @SuppressWarnings("unchecked") // plain data
    static List<Map<String, Object>> items(TestAnswer answer) {
        return (List<Map<String, Object>>) (List<?>) answer.json().get("items");
    }

    @Override
    public void close() {
        chain.close();
    }
}
