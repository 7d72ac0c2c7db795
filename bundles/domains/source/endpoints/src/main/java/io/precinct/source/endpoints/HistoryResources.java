package io.precinct.source.endpoints;

import io.precinct.api.contract.Type;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Schemas;
import io.precinct.source.api.History;
import io.precinct.source.api.History.FileChange;
import io.precinct.source.api.History.Hunk;
import io.precinct.source.api.History.Name;
import io.precinct.source.api.History.Person;
import io.precinct.source.api.History.Revision;
import io.precinct.source.api.History.Run;
import io.precinct.source.api.Item;
import io.precinct.source.api.ResultPage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of the history endpoints, each member described once, as in {@link SourceResources}. */
final class HistoryResources {
    private static final Type<String> TEXT = Type.text();

    private static final Resource<Person> PERSON = Resource.of(
                    Property.of("name", TEXT.example("Ada"), Person::name),
                    Property.of("email", TEXT.example("ada@example.org"), Person::email),
                    Property.of(
                            "time",
                            TEXT.shownAs(Schemas.TIME),
                            (Person person) -> person.time().toString()))
            .named("Person");

    private static final Property<Revision, String> COMMIT =
            Property.of("commit", SourceResources.OBJECT_ID, Revision::id);

    private static final Resource<Revision> PEOPLE = Resource.of(
            Property.of("author", PERSON, Revision::author).orNull(),
            Property.of("committer", PERSON, Revision::committer).orNull(),
            Property.of("summary", TEXT.example("Greet in French"), Revision::summary));

    /** All of a commit but its id, which an answer about one commit has in its head. */
    private static final Resource<Revision> CONTENT = Resource.of(
                    Property.of("parents", Type.list(SourceResources.OBJECT_ID, Integer.MAX_VALUE), Revision::parents))
            .with(PEOPLE)
            .with(Property.of("message", TEXT, Revision::message));

    /** A commit, with the name of the file whose commits are listed. */
    static final Resource<Revision> REVISION = Resource.of(COMMIT)
            .with(CONTENT)
            .with(Property.of("path", TEXT.example("src/Greeter.java"), Revision::path)
                    .optional())
            .named("Commit");

    /**
     * A commit that was asked for by a ref.
     *
     * @param shallow whether the clone ends at it, so that its parents are unknown
     */
    record Requested(RepositoryLookup.Open open, Revision revision, boolean shallow) {}

    /** A single commit. */
    static final Resource<Requested> SINGLE = SourceResources.HEAD
            .<Requested>from(Requested::open)
            .with(CONTENT.from(Requested::revision))
            .with(
                    Property.of("truncated", Type.truth(), Requested::shallow),
                    Property.of(
                                    "truncated_by",
                                    TEXT,
                                    (Requested requested) -> requested.shallow() ? History.SHALLOW : null)
                            .optional())
            .named("SingleCommit");

    /** A branch or a tag. */
    static final Resource<Name> NAME = Resource.of(
                    Property.of("name", TEXT.example("main"), Name::name),
                    Property.of("commit", SourceResources.OBJECT_ID, Name::commit),
                    Property.of(
                            "time",
                            TEXT.shownAs(Schemas.TIME),
                            (Name name) -> name.time().toString()),
                    Property.of("default", Type.truth(), Name::followed))
            .named("NamedCommit");

    private static final Resource<Run> RUN = Resource.of(
                    Property.of("from", Type.count(), (Run run) -> (long) run.from()),
                    Property.of("to", Type.count(), (Run run) -> (long) run.to()))
            .with(Resource.of(COMMIT).from(Run::commit))
            .with(
                    Property.of("path", TEXT.example("src/Greeter.java"), Run::path),
                    Property.of("original_from", Type.count(), (Run run) -> (long) run.originalFrom()))
            .with(PEOPLE.from(Run::commit))
            .named("BlamedLines");

    /** A file with the commits that wrote its lines. */
    record Blamed(RepositoryLookup.Open open, String path, ResultPage<Run> lines) {}

    /** Who wrote which line of a file. */
    static final Resource<Blamed> BLAME = SourceResources.HEAD
            .<Blamed>from(Blamed::open)
            .with(
                    Property.of("path", TEXT.example("src/Greeter.java"), Blamed::path),
                    Property.list(
                            "items", RUN, (Blamed blamed) -> blamed.lines().items()),
                    Property.of(
                            "truncated",
                            Type.truth(),
                            (Blamed blamed) -> blamed.lines().truncated() != null),
                    Property.of(
                                    "truncated_by",
                                    TEXT,
                                    (Blamed blamed) -> blamed.lines().truncated())
                            .optional())
            .named("Blame");

    private static final Resource<Hunk> HUNK = Resource.of(
                    Property.of("old_from", Type.count(), (Hunk hunk) -> (long) hunk.oldFrom()),
                    Property.of("old_lines", Type.count(), (Hunk hunk) -> (long) hunk.oldLines()),
                    Property.of("new_from", Type.count(), (Hunk hunk) -> (long) hunk.newFrom()),
                    Property.of("new_lines", Type.count(), (Hunk hunk) -> (long) hunk.newLines()),
                    Property.of("lines", Type.list(TEXT, Integer.MAX_VALUE), Hunk::lines))
            .named("Hunk");

    private static final Resource<FileChange> FILE_CHANGE = Resource.of(
            Property.of(
                    "status",
                    Type.oneOf(List.of("added", "removed", "changed", "moved", "copied")),
                    FileChange::status),
            Property.of("old_path", TEXT.example("src/Greeter.java"), FileChange::oldPath)
                    .orNull(),
            Property.of("path", TEXT.example("src/Greeter.java"), FileChange::path)
                    .orNull(),
            Property.list("hunks", HUNK, FileChange::hunks),
            Property.of(
                            "skipped",
                            Resource.of(Property.of("reason", TEXT, (String reason) -> reason)),
                            FileChange::skipped)
                    .optional());

    private static final Resource<Item> DECLARATION = SourceResources.DECLARATION.named("Declaration");

    private static final Resource<SymbolChanges> SYMBOL_CHANGES = Resource.of(
                    Property.list("added", DECLARATION, SymbolChanges::added),
                    Property.list("removed", DECLARATION, SymbolChanges::removed),
                    Property.list("changed", DECLARATION, SymbolChanges::changed))
            .named("SymbolChanges");

    /**
     * A file that differs.
     *
     * @param symbols its changed declarations, or null if not requested
     */
    record Changed(FileChange file, @Nullable SymbolChanges symbols) {}

    /** A changed file, with its declarations if they are requested. */
    static final Resource<Changed> CHANGE = FILE_CHANGE
            .<Changed>from(Changed::file)
            .with(Property.of("symbols", SYMBOL_CHANGES, Changed::symbols).optional())
            .named("FileChange");

    private HistoryResources() {}
}
