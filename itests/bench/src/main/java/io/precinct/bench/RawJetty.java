package io.precinct.bench;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * The floor of the chain benchmark: Jetty core with one handler that reads the request's body and answers a file's bytes
 * with the same headers. Arguments: the body's file, and a file of header lines.
 */
public final class RawJetty {
    private RawJetty() {}

    /** Serves until it is ended. */
    public static void main(String[] arguments) throws Exception {
        byte[] body = Files.readAllBytes(Path.of(arguments[0]));
        List<HttpField> headers = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            int colon = line.indexOf(':');
            headers.add(new PreEncodedHttpField(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        var server = new Server(new VirtualThreadPool(0));
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        var connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Answering(headers, body));
        server.start();
        System.out.println("floor ready on http://127.0.0.1:" + connector.getLocalPort());
        server.join();
    }

    private static final class Answering extends Handler.Abstract {
        private final List<HttpField> headers;
        private final byte[] body;

        Answering(List<HttpField> headers, byte[] body) {
            this.headers = headers;
            this.body = body;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Content.Source.asByteBuffer(request);
            headers.forEach(response.getHeaders()::put);
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }
    }
}
