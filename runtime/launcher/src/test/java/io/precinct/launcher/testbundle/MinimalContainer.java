package io.precinct.launcher.testbundle;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.slf4j.LoggerFactory;

/**
 * The smallest bundle that acts towards the launcher like configuration source and listener. The file {@code behaviour}
 * of the configuration folder lists, in words, how the bundle behaves. {@code GET /slow} writes the file
 * {@code entered} into the data folder and answers after the file {@code release} has appeared there.
 */
public final class MinimalContainer implements BundleActivator {
    private @Nullable HttpServer server;
    private @Nullable ExecutorService requests;

    @Override
    public void start(BundleContext context) throws Exception {
        Path config = Path.of(context.getProperty("precinct.config"));
        List<String> behaviour =
                List.of(Files.readString(config.resolve("behaviour")).strip().split("\\s+"));
        System.out.println("a bundle that prints to stdout");
        if (behaviour.contains("failing-activator")) {
            throw new IllegalStateException("no electricity");
        }
        if (behaviour.contains("silent")) {
            return;
        }
        boolean bad = behaviour.contains("bad-configuration");
        boolean warned = behaviour.contains("warned-configuration");
        Map<String, Object> source = new HashMap<>();
        source.put("precinct.config.state", bad ? "failed" : "loaded");
        source.put("precinct.config.problems", problems(config, bad, warned));
        context.registerService(Object.class, this, FrameworkUtil.asDictionary(source));
        if (bad || context.getProperty("precinct.mode").equals("check")) {
            return;
        }
        Map<String, Object> listener = new HashMap<>();
        if (behaviour.contains("port-taken")) {
            listener.put("precinct.url.problem", "port 3000: Address already in use");
        } else {
            listener.put("precinct.url", serve(context));
        }
        context.registerService(Object.class, this, FrameworkUtil.asDictionary(listener));
    }

    private static String[] problems(Path config, boolean bad, boolean warned) {
        String file = config.resolve("service.yml").toString();
        if (bad) {
            return new String[] {
                file + ":3: unknown key 'prot' (did you mean 'port'?)", file + ":7: warning: expected says true"
            };
        }
        return warned ? new String[] {file + ":7: warning: expected says true"} : new String[0];
    }

    private String serve(BundleContext context) throws IOException {
        String port = context.getProperty("precinct.port");
        HttpServer http = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port == null ? 0 : Integer.parseInt(port)), 0);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        http.setExecutor(threads);
        http.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            if (path.equals("/slow")) {
                Path data = Path.of(context.getProperty("precinct.data"));
                Files.writeString(data.resolve("entered"), "");
                awaitFile(data.resolve("release"));
            }
            LoggerFactory.getLogger(MinimalContainer.class).info("asked for {} {}", path, "x".repeat(200));
            byte[] body = ("{\"path\":\"" + path + "\",\"token\":\"" + context.getProperty("precinct.token") + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        http.start();
        server = http;
        requests = threads;
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /**
     * Waits for a file without a deadline. It cannot use the wait of the tests, as a bundle lacks the tests' classes.
     */
    private static void awaitFile(Path file) {
        while (!Files.exists(file)) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void stop(BundleContext context) {
        if (server != null && requests != null) {
            server.stop(8);
            requests.close();
        }
    }
}
