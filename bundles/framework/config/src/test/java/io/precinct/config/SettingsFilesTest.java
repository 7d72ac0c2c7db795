package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import io.precinct.api.settings.SettingsTable;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.launch.Launch;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFilesTest {
    private static final Setting<Long> SIZE = Setting.whole("size", 1, 9).or(3L);
    private static final Setting<String> COLOUR = Setting.word("colour", List.of("red", "green"));
    private static final Setting<List<String>> NAMES = Setting.texts("names");
    private static final Setting<Path> FOLDER = Setting.path("folder");
    private static final Setting<Boolean> ON = Setting.flag("on").or(true);
    private static final SettingsSection BOX = SettingsSection.of("box", "A box.", SIZE, COLOUR, NAMES, FOLDER, ON);

    private static final Setting<String> TITLE = Setting.text("title").required();
    private static final SettingsTable SHELVES =
            SettingsTable.of("[a-z]+", "small letters", SettingsSection.of("shelves", "Shelves.", TITLE, SIZE));

    private static final Setting<List<String>> CODES =
            Setting.texts("codes", "[a-z]+", "small letters").hint("say abc");
    private static final Setting<List<String>> WORDS = Setting.texts("words", word -> word.length() < 4, "short words");
    private static final Setting<List<Path>> PLACES = Setting.paths("places");
    private static final SettingsSection LISTS = SettingsSection.of("lists", "Lists.", CODES, WORDS, PLACES);

    private static final Setting<Long> MINUTE =
            Setting.whole("minute", 0, 59).hint("say 30").required();
    private static final SettingsSection ALARM =
            SettingsSection.of("alarm", "An alarm.", MINUTE).orOff();

    @TempDir
    Path folder;

    private final List<String> states = new CopyOnWriteArrayList<>();
    private SettingsFiles files;

    @BeforeEach
    void read() {
        files = new SettingsFiles(
                folder,
                file -> file.equals("house.yml") ? Set.of("elsewhere", "box", "shelves") : Set.of(),
                Map.of("SIZE", "7", "NAME", "a $name")::get,
                (state, _) -> states.add(state));
    }

    @AfterEach
    void close() {
        files.close();
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("house.yml"), text);
    }

    private List<String> lines() {
        return files.found().stream()
                .map(Problem::line)
                .map(line -> line.replace(folder + "/", ""))
                .toList();
    }

    /** An owner that keeps the settings that it takes. */
    private static final class Keeper implements SettingsSource.Owner {
        final List<Settings> taken = new ArrayList<>();
        final List<List<String>> refused = new ArrayList<>();

        @Override
        public Runnable prepare(Settings settings) {
            return () -> taken.add(settings);
        }

        @Override
        public void refused(List<String> problems) {
            refused.add(problems);
        }
    }

    private Keeper keeps(SettingsPart part) {
        var keeper = new Keeper();
        files.subscribe(part, keeper);
        return keeper;
    }

    private static SettingsPart box() {
        return SettingsPart.of("house.yml", BOX);
    }

    private static SettingsPart shelves() {
        return SettingsPart.of("house.yml", SHELVES);
    }

    private static SettingsPart lists() {
        return SettingsPart.of("house.yml", LISTS);
    }

    private static SettingsPart alarm() {
        return SettingsPart.of("house.yml", ALARM);
    }

    @Test
    void aFileThatIsMissingSaysNothing() {
        Settings box = keeps(box()).taken.getFirst().section(BOX);

        assertThat(box.get(SIZE)).isEqualTo(3);
        assertThat(box.get(COLOUR)).isNull();
        assertThat(box.get(NAMES)).isEmpty();
        assertThat(box.get(ON)).isTrue();
        assertThat(box.says(SIZE)).isFalse();
        assertThat(states).last().isEqualTo(Launch.LOADED);
    }

    @Test
    void valuesAreReadAsWhatTheyAreDeclared() throws IOException {
        write("""
                box: {size: "${SIZE}", colour: green, names: ["${NAME}", "$${NAME}"], folder: in/here, on: false}
                """);

        Settings box = keeps(box()).taken.getFirst().section(BOX);

        assertThat(lines()).isEmpty();
        assertThat(box.get(SIZE)).isEqualTo(7);
        assertThat(box.get(COLOUR)).isEqualTo("green");
        assertThat(box.get(NAMES)).containsExactly("a $name", "${NAME}");
        assertThat(box.get(FOLDER)).isEqualTo(folder.resolve("in/here"));
        assertThat(box.get(ON)).isFalse();
        assertThat(box.says(SIZE)).isTrue();
    }

    @Test
    void whatIsWrongIsFoundAtOnceAndNothingOfItIsTaken() throws IOException {
        write("""
                bx: {}
                elsewhere: {any: thing}
                box: {size: 10, colour: blue, names: one, on: yes, more: 1}
                shelves:
                  a: {size: "${NAME}"}
                  B: {title: x}
                """);

        Keeper box = keeps(box());
        Keeper shelves = keeps(shelves());

        assertThat(lines())
                .contains(
                        "house.yml:1: unknown key \"bx\" (did you mean \"box\"?)",
                        "house.yml:3: box.size takes a whole number from 1 to 9, got 10",
                        "house.yml:3: box.names takes a list of texts, got \"one\" (write [one])",
                        "house.yml:5: shelves.a.title is missing (it takes text)",
                        "house.yml:5: shelves.a.size takes a whole number from 1 to 9, got text from ${NAME}",
                        "house.yml:6: a name in shelves is small letters, got \"B\"")
                .anyMatch(line -> line.startsWith("house.yml:3: box.colour takes red or green, got \"blue\""))
                .anyMatch(line -> line.startsWith("house.yml:3: box.on takes true or false, got \"yes\""))
                .anyMatch(line -> line.startsWith("house.yml:3: unknown key \"more\" in box"))
                .hasSize(9);
        assertThat(files.found())
                .extracting(problem -> problem.at().line())
                .as("in the order of the file")
                .isSorted();
        assertThat(box.taken).isEmpty();
        assertThat(shelves.taken).isEmpty();
        assertThat(shelves.refused).hasSize(1);
        assertThat(states).last().isEqualTo(Launch.FAILED);
    }

    @Test
    void listsAreReadAsWhatTheyAreDeclared() throws IOException {
        write("lists: {codes: [b, a], places: [in/here, /there]}\n");

        Settings lists = keeps(lists()).taken.getFirst().section(LISTS);

        assertThat(lists.get(CODES)).containsExactly("b", "a");
        assertThat(lists.get(WORDS)).isEmpty();
        assertThat(lists.get(PLACES)).containsExactly(folder.resolve("in/here"), Path.of("/there"));
    }

    @Test
    void anItemOfAListIsToldAtItsOwnLine() throws IOException {
        write("""
                lists:
                  codes:
                    - A1
                    - abc
                    - abd
                  words: [abc,
                    abcd]
                """);

        files.subscribe(lists(), file -> {
            file.section(LISTS).error(CODES, 1, "no such code", null);
            return () -> {};
        });

        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "house.yml:3: lists.codes takes small letters, got \"A1\" (say abc)",
                        "house.yml:5: no such code",
                        "house.yml:7: lists.words takes short words, got \"abcd\"");
    }

    @Test
    void aSectionMayBeOffWhereItIsDeclaredSo() throws IOException {
        write("alarm: off\n");
        Keeper alarm = keeps(alarm());
        assertThat(lines()).isEmpty();
        assertThat(alarm.taken.getLast().isOff(ALARM)).isTrue();

        write("alarm: {minute: 5}\n");
        assertThat(files.reload()).isEmpty();
        assertThat(alarm.taken.getLast().isOff(ALARM)).isFalse();
        assertThat(alarm.taken.getLast().section(ALARM).get(MINUTE)).isEqualTo(5);

        write("alarm: 5\n");
        files.reload();
        assertThat(lines())
                .containsExactly("house.yml:1: alarm takes off or a map, got 5 (alarm: off, or a map of minute)");
    }

    @Test
    void whatASectionRequiresIsAskedForWhereTheSectionStands() throws IOException {
        keeps(alarm());
        assertThat(lines()).isEmpty();

        write("alarm: {}\n");
        files.reload();
        assertThat(lines()).containsExactly("house.yml:1: alarm.minute is missing (say 30)");
    }

    @Test
    void allOwnersOfAFileTakeAReloadOrNone() throws IOException {
        write("box: {size: 4}\nshelves: {a: {title: x}}\n");
        Keeper box = keeps(box());
        Keeper shelves = keeps(shelves());

        write("box: {size: 5}\nshelves: {a: {}}\n");
        assertThat(files.reload()).extracting(Problem::message).containsExactly("shelves.a.title is missing");
        assertThat(box.taken).hasSize(1);
        assertThat(box.refused).hasSize(1);
        assertThat(states).last().isEqualTo(Launch.FAILED);

        write("box: {size: 5}\nshelves: {a: {title: y}}\n");
        assertThat(files.reload()).isEmpty();
        assertThat(box.taken.getLast().section(BOX).get(SIZE)).isEqualTo(5);
        assertThat(shelves.taken.getLast().table(SHELVES).get("a"))
                .satisfies(entry -> assertThat(entry.get(TITLE)).isEqualTo("y"));
        assertThat(states).last().isEqualTo(Launch.LOADED);
    }

    @Test
    void keysThatNobodyHasAnnouncedAreKnownOnceTheyHaveAnOwner() throws IOException {
        write("attic: {size: 2}\nbox: {size: 4}\n");
        Keeper box = keeps(box());
        assertThat(lines()).containsExactly("house.yml:1: unknown key \"attic\" (allowed: box, elsewhere, shelves)");
        assertThat(box.taken).isEmpty();

        keeps(SettingsPart.of("house.yml", SettingsSection.of("attic", "An attic.", SIZE)));

        assertThat(lines()).isEmpty();
        assertThat(box.taken).hasSize(1);
        assertThat(states).last().isEqualTo(Launch.LOADED);
    }

    @Test
    void anOwnerThatHasGoneIsAskedNoMore() throws Exception {
        var keeper = new Keeper();
        AutoCloseable subscription = files.subscribe(box(), keeper);
        subscription.close();

        files.reload();

        assertThat(keeper.taken).hasSize(1);
    }

    /** The owner reloads while it prepares a change, in place of another thread that reads at the same moment. */
    @Test
    void whatOneReadingRefusesIsNotTakenByAnother() throws IOException {
        write("box: {size: 4}\n");
        var taken = new ArrayList<Long>();
        var within = new AtomicBoolean();
        files.subscribe(box(), settings -> {
            Long size = settings.section(BOX).get(SIZE);
            if (size == 5 && within.compareAndSet(false, true)) {
                writeUnchecked("box: {size: 6, colour: blue}\n");
                files.reload();
            }
            return () -> taken.add(size);
        });

        write("box: {size: 5}\n");
        files.reload();

        assertThat(taken).as("neither the older reading nor the refused one").containsExactly(4L);
        assertThat(states).last().isEqualTo(Launch.FAILED);
    }

    private void writeUnchecked(String text) {
        try {
            write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first reading is held up just before it is noted. */
    @Test
    void theAlarmTellsTheNewestOfReadingsThatOverlap() throws Exception {
        files.subscribe(box(), settings -> () -> {});
        write("box: {size: blue}\n");
        Thread first;
        synchronized (files.readings()) {
            first = Thread.ofPlatform().daemon().start(files::reload);
            Eventually.until(
                    () -> "the first reading is held up: " + first.getState(),
                    () -> first.getState() == Thread.State.BLOCKED);
            write("box: {size: 5}\n");
            files.reload();
        }
        first.join();

        assertThat(files.problems()).isEmpty();
        assertThat(files.readings().refused()).isEmpty();
    }

    @Test
    void anOwnerThatFailsIsAProblemOfItsFile() {
        files.subscribe(box(), _ -> {
            throw new IllegalStateException("broken");
        });

        assertThat(lines()).singleElement().asString().contains("house.yml:", "broken", "please report this");
        assertThat(states).last().isEqualTo(Launch.FAILED);
    }

    @Test
    void anOwnerThatAnErrorKeepsFromSubscribingIsAskedNoMore() {
        var asked = new AtomicInteger();
        assertThatThrownBy(() -> files.subscribe(box(), _ -> {
                    asked.incrementAndGet();
                    throw new NoClassDefFoundError("org/example/Gone");
                }))
                .isInstanceOf(NoClassDefFoundError.class);

        files.reload();

        assertThat(asked).hasValue(1);
        assertThat(states).last().isEqualTo(Launch.LOADED);
    }

    @Test
    void anErrorWhileFilesAreReadAgainDoesNotLeaveThemLoading() {
        var fails = new AtomicBoolean();
        files.subscribe(box(), _ -> {
            if (fails.get()) {
                throw new OutOfMemoryError("somebody else's");
            }
            return () -> {};
        });
        fails.set(true);
        files.settling();
        assertThat(states).last().isEqualTo(Launch.LOADING);

        assertThatThrownBy(() -> files.settled()).isInstanceOf(OutOfMemoryError.class);

        assertThat(states).last().isEqualTo(Launch.LOADED);
    }

    @Test
    void aTagOrABadDocumentIsAnError() throws IOException {
        write("box: {colour: !Env COLOUR}\n");
        keeps(box());
        assertThat(lines()).singleElement().asString().startsWith("house.yml:1: box.colour takes text, got !Env");

        write("box: [\n");
        files.reload();
        assertThat(lines()).singleElement().asString().startsWith("house.yml:");
    }

    @Test
    void aChangeOfAFileIsNoticed() throws IOException {
        Keeper box = keeps(box());
        files.follow();

        write("box: {size: 8}\n");
        Eventually.until(
                "read",
                () -> Long.valueOf(8).equals(box.taken.getLast().section(BOX).get(SIZE)));

        Files.delete(folder.resolve("house.yml"));
        Eventually.until(
                "gone",
                () -> Long.valueOf(3).equals(box.taken.getLast().section(BOX).get(SIZE)));
    }
}
