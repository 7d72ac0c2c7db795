package io.precinct.dependencies.importer.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Helm charts of a repository and the charts they need. A chart's {@code requirements.yaml} lists them in the old
 * form. For a single use; not thread-safe.
 */
final class HelmCharts {
    private static final String CHART = "Chart.yaml";

    private final Findings findings;
    private final Map<String, String> names = new HashMap<>();
    private final List<Need> needs = new ArrayList<>();

    /** A chart that is needed by that of a folder. */
    private record Need(String path, String chart) {}

    HelmCharts(Findings findings) {
        this.findings = findings;
    }

    /** Reads a file. */
    void add(String path, String text) {
        try {
            List<Need> here = new ArrayList<>();
            String name = null;
            var limit = new ReadLimit();
            for (Object document : YamlText.read(text)) {
                name = name == null ? YamlText.text(YamlText.at(document, "name")) : name;
                for (Object each : YamlText.list(YamlText.at(document, "dependencies"))) {
                    limit.count();
                    String chart = YamlText.text(YamlText.at(each, "name"));
                    if (chart != null) {
                        here.add(new Need(path, chart));
                    }
                }
            }
            if (path.equals(Paths.in(Paths.folder(path), CHART))) {
                if (name == null) {
                    throw new BadFile(1, "a chart has a name");
                }
                names.put(Paths.folder(path), name);
            }
            needs.addAll(here);
        } catch (BadFile e) {
            findings.unreadable(path, e.line(), String.valueOf(e.getMessage()));
        }
    }

    /** Adds the findings after all files have been read. */
    // @req:dependency-import-helm
    void find() {
        names.forEach((folder, name) -> findings.defines(Names.helm(name), Paths.in(folder, CHART)));
        for (Need need : needs) {
            String folder = Paths.folder(need.path);
            String name = names.get(folder);
            if (name != null) {
                String chart = Paths.in(folder, CHART);
                List<String> files = need.path.equals(chart) ? List.of(chart) : List.of(chart, need.path);
                findings.dependsOn(Names.helm(name), Names.helm(need.chart), files);
            }
        }
    }

    /** Returns the node name of the chart in a folder, or null. */
    @Nullable
    String moduleIn(String folder) {
        String name = names.get(folder);
        return name == null ? null : Names.helm(name);
    }
}
