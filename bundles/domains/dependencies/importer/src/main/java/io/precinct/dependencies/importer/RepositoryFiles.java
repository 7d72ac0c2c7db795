package io.precinct.dependencies.importer;

import io.precinct.dependencies.importer.read.FileKind;
import io.precinct.dependencies.importer.read.Findings;
import io.precinct.dependencies.importer.read.RepositoryReader;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the files of a repository at a commit that declare dependencies. For a single use; not thread-safe. */
final class RepositoryFiles {
    private static final int AT_ONCE = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final String CHART = "Chart.yaml";
    private static final String TEMPLATES = "templates/";

    private final View view;
    private final ImportRules rules;
    private final long end = System.nanoTime() + LONGEST.toNanos();

    RepositoryFiles(View view, ImportRules rules) {
        this.view = view;
        this.rules = rules;
    }

    /**
     * Reads all files.
     *
     * @throws SourceFault if the repository cannot be read, or not in time
     */
    Findings read() throws InterruptedException {
        var reader = new RepositoryReader(view.repository());
        List<FileEntry> files = files();
        Set<String> charts = charts(files);
        for (FileEntry file : files) {
            FileKind kind = FileKind.of(file.path());
            if (kind != null && rules.reads(file.path()) && !isTemplate(file.path(), charts)) {
                checkTime();
                read(reader, file, kind);
            }
        }
        return reader.find();
    }

    private List<FileEntry> files() throws InterruptedException {
        List<FileEntry> files = new ArrayList<>();
        String after = null;
        do {
            checkTime();
            ResultPage<FileEntry> page =
                    view.list("", true, new PageRequest(AT_ONCE, after, 0, PositionEncoding.UTF_8));
            page.items().stream().filter(file -> file.type().equals("file")).forEach(files::add);
            after = page.next();
        } while (after != null);
        return files;
    }

    /** Returns the folders with Helm chart templates, which become YAML only after rendering. */
    private static Set<String> charts(List<FileEntry> files) {
        Set<String> charts = new HashSet<>();
        for (FileEntry file : files) {
            if (file.path().equals(CHART) || file.path().endsWith("/" + CHART)) {
                charts.add(file.path().substring(0, file.path().length() - CHART.length()) + TEMPLATES);
            }
        }
        return charts;
    }

    private static boolean isTemplate(String path, Set<String> charts) {
        for (int at = path.indexOf(TEMPLATES); at >= 0; at = path.indexOf(TEMPLATES, at + 1)) {
            if (charts.contains(path.substring(0, at + TEMPLATES.length()))) {
                return true;
            }
        }
        return false;
    }

    private void read(RepositoryReader reader, FileEntry file, FileKind kind) {
        FileText text = file.skipped() == null ? view.text(file) : null;
        if (text != null) {
            reader.add(file.path(), kind, text.text());
        } else {
            reader.unreadable(file.path(), kind, why(file.skipped()));
        }
    }

    private static String why(@Nullable String skipped) {
        return "it is not read: " + (skipped == null ? "it is binary, or too large" : skipped);
    }

    private void checkTime() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (System.nanoTime() > end) {
            throw SourceFault.of(
                    504,
                    "import_timeout",
                    "reading took longer than " + LONGEST.toSeconds() + " s; nothing is imported");
        }
    }
}
