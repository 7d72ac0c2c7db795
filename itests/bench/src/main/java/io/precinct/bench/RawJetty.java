package io.precinct.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.precinct.itests.support.Http;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * The floor of benchmarks of answers: Jetty core with one handler. At {@code /NAME} it reads the request's body and
 * gives the answer that was {@linkplain #record recorded} under that name. At {@code /NAME/jackson} it answers with the
 * recorded headers and does the same as a chain with echo, but with Jackson: it parses the body and prints it as the
 * value of {@code echoed}. Arguments: the {@linkplain Pool thread pool}, and the folder of the recorded answers, to
 * which more answers may be added while it runs.
 */
public final class RawJetty {
    /** Header fields of a connection, which each server writes itself. */
    private static final Set<String> CONNECTION_HEADERS =
            Set.of("content-length", "transfer-encoding", "connection", "date", ":status");

    /** Jetty's own thread pools. */
    enum Pool {
        /** {@code QueuedThreadPool}: platform threads. */
        PLATFORM(new QueuedThreadPool()),
        /** {@code VirtualThreadPool}: a virtual thread for every task. */
        VIRTUAL(new VirtualThreadPool(0));

        private final ThreadPool threads;

        Pool(ThreadPool threads) {
            this.threads = threads;
        }
    }

    private RawJetty() {}

    /** Serves until it is ended. */
    public static void main(String[] arguments) throws Exception {
        serve(Pool.valueOf(arguments[0]).threads, new Answering(Path.of(arguments[1])));
    }

    /** Serves on a free port until the process is ended, and prints the line that {@code ServerProcess} waits for. */
    static void serve(ThreadPool threads, Handler handler) throws Exception {
        var server = new Server(threads);
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        var connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(handler);
        server.start();
        System.out.println("floor ready on http://127.0.0.1:" + connector.getLocalPort());
        server.join();
    }

    /** Records an answer in a folder, as {@code NAME.body} and {@code NAME.headers}, a line for each header. */
    static void record(Path folder, String name, Http.Answer answer) throws IOException {
        Files.writeString(folder.resolve(name + ".body"), answer.text());
        List<String> lines = new ArrayList<>();
        answer.response().headers().map().forEach((header, values) -> {
            if (!CONNECTION_HEADERS.contains(header.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> lines.add(header + ": " + value));
            }
        });
        Files.write(folder.resolve(name + ".headers"), lines);
    }

    /** The answer at a path. */
    private record Answer(List<HttpField> headers, byte[] body, boolean jackson) {
        static Answer read(Path folder, String path) {
            boolean jackson = path.endsWith("/jackson");
            String name = path.substring(1, jackson ? path.length() - "/jackson".length() : path.length());
            try {
                List<HttpField> headers = new ArrayList<>();
                for (String line : Files.readAllLines(folder.resolve(name + ".headers"), StandardCharsets.UTF_8)) {
                    int colon = line.indexOf(':');
                    headers.add(new PreEncodedHttpField(
                            line.substring(0, colon), line.substring(colon + 1).strip()));
                }
                return new Answer(headers, Files.readAllBytes(folder.resolve(name + ".body")), jackson);
            } catch (IOException e) {
                throw new IllegalStateException("nothing is recorded for " + path, e);
            }
        }
    }

    private static final class Answering extends Handler.Abstract {
        private final ObjectMapper jackson = new ObjectMapper();
        private final Map<String, Answer> answers = new ConcurrentHashMap<>();
        private final Path folder;

        Answering(Path folder) {
            this.folder = folder;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String path = request.getHttpURI().getPath();
            Answer answer = answers.get(path);
            if (answer == null) {
                answer = answers.computeIfAbsent(path, unknown -> Answer.read(folder, unknown));
            }
            ByteBuffer sent = Content.Source.asByteBuffer(request);
            byte[] body = answer.jackson() ? echoed(sent) : answer.body();
            answer.headers().forEach(response.getHeaders()::put);
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }

        private byte[] echoed(ByteBuffer sent) throws IOException {
            byte[] bytes = new byte[sent.remaining()];
            sent.get(bytes);
            return jackson.writeValueAsBytes(Map.of("echoed", jackson.readValue(bytes, Map.class)));
        }
    }
}
