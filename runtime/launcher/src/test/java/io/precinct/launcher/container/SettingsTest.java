package io.precinct.launcher.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.launch.Launch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingsTest {
    @Test
    void theContainerIsToldUnderTheNamesThatItListensFor() {
        Map<String, String> properties = new Settings(Settings.Mode.RUN, "1.2.3")
                .folders(Path.of("/home"), Path.of("/config"), Path.of("/data"))
                .features(List.of("framework", "cases"))
                .port(Optional.of(0))
                .strictInput(Optional.of(true))
                .token("f00d")
                .backup(Path.of("/b"))
                .restore(Path.of("/r"))
                .fetchGrammars()
                .properties();

        assertThat(properties)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry(Launch.MODE, "run"),
                        Map.entry(Launch.VERSION, "1.2.3"),
                        Map.entry(Launch.HOME, "/home"),
                        Map.entry(Launch.CONFIG_DIR, "/config"),
                        Map.entry(Launch.DATA_DIR, "/data"),
                        Map.entry(Launch.FEATURES, "framework,cases"),
                        Map.entry(Launch.PORT, "0"),
                        Map.entry(Launch.STRICT_INPUT, "true"),
                        Map.entry(Launch.TOKEN, "f00d"),
                        Map.entry(Launch.BACKUP, "/b"),
                        Map.entry(Launch.RESTORE, "/r"),
                        Map.entry(Launch.GRAMMARS, "fetch")));
    }

    @Test
    void whatWasNotGivenIsAbsent() {
        assertThat(new Settings(Settings.Mode.CHECK, "1")
                        .port(Optional.empty())
                        .strictInput(Optional.empty())
                        .properties())
                .containsOnlyKeys(Launch.MODE, Launch.VERSION);
    }

    @Test
    void theLauncherWatchesForTheNamesThatTheContainerUses() {
        assertThat(List.of(
                        Settings.CONFIG_STATE,
                        Settings.CONFIG_PROBLEMS,
                        Settings.URL,
                        Settings.URL_PROBLEM,
                        Settings.PENDING,
                        Settings.RESTORING,
                        Settings.HOPELESS,
                        Settings.LOADED,
                        Settings.FAILED))
                .containsExactly(
                        Launch.CONFIG_STATE,
                        Launch.CONFIG_PROBLEMS,
                        Launch.URL,
                        Launch.URL_PROBLEM,
                        Launch.PENDING,
                        Launch.RESTORING,
                        Launch.HOPELESS,
                        Launch.LOADED,
                        Launch.FAILED);
    }
}
