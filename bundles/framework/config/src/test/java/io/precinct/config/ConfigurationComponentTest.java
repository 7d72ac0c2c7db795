package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.launch.Launch;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/** The component in a real container, as the launcher sees it. */
class ConfigurationComponentTest {
    @TempDir
    Path root;

    private TestFolder folder;
    private Framework framework;
    private ConfigurationComponent component;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = TestFolder.in(root);
    }

    @AfterEach
    void stop() throws Exception {
        if (component != null) {
            component.close();
        }
        framework.stop();
        framework.waitForStop(10_000);
    }

    private BundleContext start(Map<String, String> more) throws Exception {
        var properties = new HashMap<String, String>(more);
        properties.put("org.osgi.framework.storage", root.resolve("cache").toString());
        properties.put(Launch.CONFIG_DIR, folder.config().toString());
        properties.put(Launch.DATA_DIR, folder.data().toString());
        framework = new FrameworkFactory().newFramework(properties);
        framework.start();
        return framework.getBundleContext();
    }

    private static Object state(BundleContext context) {
        return context.getServiceReference(ConfigurationSource.class).getProperty(Launch.CONFIG_STATE);
    }

    private static List<String> problems(BundleContext context) {
        Object problems = context.getServiceReference(ConfigurationSource.class).getProperty(Launch.CONFIG_PROBLEMS);
        return List.of((String[]) problems);
    }

    private static Configuration current(BundleContext context) {
        ServiceReference<ConfigurationSource> reference = context.getServiceReference(ConfigurationSource.class);
        return context.getService(reference).current();
    }

    @Test
    void theServiceIsThereWithItsConfigurationOnceTheComponentIs() throws Exception {
        folder.service(TestFolder.GOOD);
        BundleContext context = start(Map.of());
        component = new ConfigurationComponent(context, DeployedPlugins.shipped());
        assertThat(state(context)).isEqualTo(Launch.LOADED);
        assertThat(problems(context)).isEmpty();
        assertThat(current(context).service()).isEqualTo("test");
    }

    @Test
    void theLauncherSeesEveryProblemOfABadFile() throws Exception {
        folder.service("prot: 1\naccess_log: yes\n");
        BundleContext context = start(Map.of(Launch.MODE, "check"));
        component = new ConfigurationComponent(context, DeployedPlugins.shipped());
        assertThat(state(context)).isEqualTo(Launch.FAILED);
        assertThat(problems(context))
                .containsExactly(
                        folder.file() + ":1: unknown key \"prot\" (did you mean \"port\"?)",
                        folder.file() + ":2: access_log takes true or false, got \"yes\""
                                + " (in YAML 1.2 this is text; write true)");
    }

    @Test
    void thePortOfTheLauncherWinsOnReloadToo() throws Exception {
        folder.service("port: 8080\n");
        BundleContext context = start(Map.of(Launch.PORT, "4000"));
        component = new ConfigurationComponent(context, DeployedPlugins.shipped());
        assertThat(current(context).http().port()).isEqualTo(4000);
        folder.service("port: 9090\nservice: reloaded\n");
        Eventually.until("reloaded", () -> current(context).service().equals("reloaded"));
        assertThat(current(context).http().port()).isEqualTo(4000);
    }

    @Test
    void aPortThatIsNoneIsTold() throws Exception {
        BundleContext context = start(Map.of(Launch.PORT, "many"));
        assertThatThrownBy(() -> new ConfigurationComponent(context, DeployedPlugins.shipped()))
                .hasMessageContaining("precinct.port takes a port number, got \"many\"");
    }

    @Test
    void aStateIsLoadingBeforeTheChangeThatCausedItReturns() throws Exception {
        folder.service("service: !Version x\n");
        BundleContext context = start(Map.of());
        var plugins = DeployedPlugins.shipped();
        component = new ConfigurationComponent(context, plugins);
        assertThat(state(context)).isEqualTo(Launch.FAILED);
        var states = new CopyOnWriteArrayList<Object>();
        var threads = new CopyOnWriteArrayList<Thread>();
        context.addServiceListener(event -> {
            if (event.getType() == ServiceEvent.MODIFIED) {
                states.add(event.getServiceReference().getProperty(Launch.CONFIG_STATE));
                threads.add(Thread.currentThread());
            }
        });
        plugins.early("Version", call -> "v1");
        assertThat(states.getFirst()).isEqualTo(Launch.LOADING);
        assertThat(threads.getFirst()).isSameAs(Thread.currentThread());
        Eventually.until("loaded", () -> state(context).equals(Launch.LOADED));
        assertThat(current(context).service()).isEqualTo("v1");
    }

    @Test
    void aBadFileOfAnOwnerThatGotTheServiceAsItWasRegisteredIsTold() throws Exception {
        folder.service(TestFolder.GOOD);
        Files.writeString(folder.config().resolve("house.yml"), "box: {size: 10}\n");
        SettingsSection box =
                SettingsSection.of("box", "A box.", Setting.whole("size", 1, 9).or(3L));
        BundleContext context = start(Map.of(Launch.MODE, "check"));
        context.addServiceListener(
                event -> {
                    if (event.getType() == ServiceEvent.REGISTERED
                            && context.getService(event.getServiceReference()) instanceof SettingsSource source) {
                        source.subscribe(SettingsPart.of("house.yml", box), _ -> () -> {});
                    }
                },
                "(objectClass=" + SettingsSource.class.getName() + ")");

        component = new ConfigurationComponent(context, DeployedPlugins.shipped());

        assertThat(context.getServiceReference(SettingsSource.class).getProperty(Launch.CONFIG_STATE))
                .isEqualTo(Launch.FAILED);
    }

    @Test
    void theServiceGoesWithTheComponent() throws Exception {
        folder.service(TestFolder.GOOD);
        BundleContext context = start(Map.of());
        var plugins = DeployedPlugins.shipped();
        component = new ConfigurationComponent(context, plugins);
        component.close();
        component = null;
        assertThat(context.getServiceReference(ConfigurationSource.class)).isNull();
        plugins.withoutResolver("Env").early("Env", call -> "after the end");
    }
}
