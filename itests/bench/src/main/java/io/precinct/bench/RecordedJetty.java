package io.precinct.bench;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * A floor: Jetty core that replays recorded answers. Its argument is a folder in which {@code <n>.body} and
 * {@code <n>.head} are the answer to {@code /<n>}.
 */
public final class RecordedJetty {
    private RecordedJetty() {}

    /** An answer. */
    private record Recorded(List<HttpField> headers, byte[] body) {}

    /** Serves until it is ended. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Map<String, Recorded> answers = new HashMap<>();
        for (int n = 0; Files.exists(folder.resolve(n + ".body")); n++) {
            List<HttpField> headers = Files.readAllLines(folder.resolve(n + ".head")).stream()
                    .map(line -> line.split(": ", 2))
                    .<HttpField>map(pair -> new PreEncodedHttpField(pair[0], pair[1]))
                    .toList();
            answers.put("/" + n, new Recorded(headers, Files.readAllBytes(folder.resolve(n + ".body"))));
        }
        var server = new Server(new VirtualThreadPool(0));
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        var connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Answering(answers));
        server.start();
        System.out.println("floor ready on http://127.0.0.1:" + connector.getLocalPort());
        server.join();
    }

    private static final class Answering extends Handler.Abstract {
        private final Map<String, Recorded> answers;

        Answering(Map<String, Recorded> answers) {
            this.answers = answers;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Recorded recorded = answers.get(request.getHttpURI().getPath());
            if (recorded == null) {
                return false;
            }
            recorded.headers().forEach(response.getHeaders()::put);
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, recorded.body().length);
            response.write(true, ByteBuffer.wrap(recorded.body()), callback);
            return true;
        }
    }
}
