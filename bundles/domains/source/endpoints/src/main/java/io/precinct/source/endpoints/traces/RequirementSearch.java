package io.precinct.source.endpoints.traces;

import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.Repository;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.ListParameters;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.SourceResources.Hidden;
import io.precinct.source.endpoints.SourceResources.Skip;
import io.precinct.source.endpoints.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds all code that names a requirement, in one or all repositories. For a single use. */
final class RequirementSearch {
    private static final int PAGE = 1000;
    private static final int MOST = 50_000;
    private static final int LONGEST = 1000;
    private static final Pattern TAG = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}|[*]");

    private static final Field<@Nullable String> REPO =
            Field.text("repo", LONGEST).describedAs("The one repository that is looked through.");
    private static final Field<@Nullable String> PATH = Field.text("path", LONGEST);
    private static final Field<@Nullable String> TAGGED = Field.of(
                    "tag", Schema.text().matching("^(" + TAG.pattern() + ")?$").orElse("req"), LONGEST)
            .describedAs("The tag of the annotations that name requirements; * is every tag.");

    /** The parameters that {@link #read} reads. */
    static final Contract CONTRACT = Field.query(REPO, PATH, TAGGED);

    private final List<Repository> repositories;
    private final AnnotationSelector selector;
    private final List<RequirementReference> places = new ArrayList<>();
    private final List<RepositoryLookup.Open> heads = new ArrayList<>();
    private final List<Skip> skipped = new ArrayList<>();
    private final Wait wait = new Wait();
    private final long end;
    private final List<Hidden> incomplete = new ArrayList<>();
    private boolean cut;

    private RequirementSearch(List<Repository> repositories, AnnotationSelector selector, Duration time) {
        this.repositories = repositories;
        this.selector = selector;
        this.end = System.nanoTime() + time.toNanos();
    }

    /** Reads {@code repo}, {@code path} and {@code tag}; faults go into {@code query}. */
    static RequirementSearch read(RepositoryLookup lookup, Form query) {
        String repo = ListParameters.filled(REPO.in(query));
        String path = ListParameters.filled(PATH.in(query));
        String tag = ListParameters.filled(TAGGED.in(query));
        if (tag != null && !TAG.matcher(tag).matches()) {
            query.fault("tag", "format", "tag is letters, digits, _ and -, or * for every tag", TAG.pattern());
        }
        return new RequirementSearch(
                repo == null ? lookup.sources().repositories() : List.of(lookup.named(repo)),
                new AnnotationSelector("@" + (tag == null ? "req" : tag) + ":*", path),
                lookup.sources().limits().queryTime());
    }

    /** Compares the code with these requirements, or with all that it names if the argument is null. */
    Coverage compare(@Nullable List<Requirement> requirements) {
        boolean begun = false;
        for (Repository repository : repositories) {
            if (begun && System.nanoTime() - end >= 0) {
                skipped.add(Skip.of(
                        repository.name(),
                        SourceFault.of(503, ResultPage.TIME, "the time was over before its turn; name it by repo")));
                continue;
            }
            begun = true;
            try {
                RepositoryLookup.Open open = RepositoryLookup.Open.at(repository, null);
                heads.add(open);
                collect(open.view());
            } catch (SourceFault fault) {
                if (fault.status() == 400) {
                    throw fault; // the request is at fault, not the repository
                }
                skipped.add(Skip.of(repository.name(), fault));
            }
        }
        return Coverage.of(
                new Coverage.Scope(heads, selector.pattern(), cut, skipped, incomplete), requirements, places);
    }

    private void collect(View view) {
        ParseProgress progress = null;
        String after = null;
        do {
            if (places.size() >= MOST) {
                cut = true;
                break;
            }
            View known = wait.isOver() ? view.atOnce() : view;
            ResultPage<Annotation> found = known.annotations(selector, PageRequest.brief(PAGE, after));
            found.items().forEach(annotation -> places.add(RequirementReference.of(view, annotation)));
            found.skipped().forEach(file -> skipped.add(Skip.of(view.repository(), file)));
            found.incomplete().forEach(lines -> incomplete.add(new Hidden(view.repository(), lines)));
            progress = found.parsing() == null ? progress : found.parsing();
            cut |= found.truncated() != null && found.parsing() == null;
            after = found.next();
        } while (after != null);
        if (progress != null) {
            skipped.add(Skip.of(view.repository(), progress));
        }
    }
}
