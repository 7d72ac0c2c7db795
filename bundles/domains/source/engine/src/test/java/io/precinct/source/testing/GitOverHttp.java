package io.precinct.source.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PacketLineOut;
import org.eclipse.jgit.transport.RefAdvertiser.PacketLineOutRefAdvertiser;
import org.eclipse.jgit.transport.UploadPack;
import org.jspecify.annotations.Nullable;

/** Git's smart protocol over HTTP on loopback, behind basic authentication. */
public final class GitOverHttp implements AutoCloseable {
    private final Repository repository;
    private final HttpServer server;
    private final @Nullable String authorization;
    private final List<String> presented = new CopyOnWriteArrayList<>();

    /** Where not null every request is answered by a redirect to the same path below this. */
    private volatile @Nullable String elsewhere;

    private volatile Runnable beforeAnswer = () -> {};
    private volatile int sentAtOnce = 100;
    private volatile Runnable beforeEachByte = () -> {};

    public GitOverHttp(Repository repository, String user, String password) throws IOException {
        this.repository = repository;
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** With a slash at its end. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    public String url() {
        return address() + "repo.git";
    }

    public void redirect(String address) {
        elsewhere = address;
    }

    /** Runs after the refs were looked at, before whoever asked is told all of them. */
    public void beforeAnswer(Runnable runs) {
        beforeAnswer = runs;
    }

    /** Sends only a part of each pack at once, and the rest byte by byte, before each of which this runs. */
    public void slow(int percent, Runnable before) {
        sentAtOnce = percent;
        beforeEachByte = before;
    }

    /** Authorizations that clients sent. */
    public List<String> presented() {
        return presented;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String given = exchange.getRequestHeaders().getFirst("Authorization");
            if (given != null) {
                presented.add(given);
            }
            String target = elsewhere;
            if (target != null) {
                exchange.getResponseHeaders()
                        .set(
                                "Location",
                                target + exchange.getRequestURI().toString().substring(1));
                exchange.sendResponseHeaders(302, -1);
            } else if (given == null || !given.equals(authorization)) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"git\"");
                exchange.sendResponseHeaders(401, -1);
            } else if (exchange.getRequestURI().getPath().endsWith("/info/refs")) {
                advertise(exchange);
            } else {
                upload(exchange);
            }
        }
    }

    private void advertise(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-git-upload-pack-advertisement");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            var lines = new PacketLineOut(out);
            lines.writeString("# service=git-upload-pack\n");
            lines.end();
            var pack = new UploadPack(repository);
            pack.setBiDirectionalPipe(false);
            pack.sendAdvertisedRefs(new PacketLineOutRefAdvertiser(lines));
            beforeAnswer.run();
        }
    }

    private void upload(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-git-upload-pack-result");
        boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        try (InputStream in = zipped ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody()) {
            exchange.sendResponseHeaders(200, 0);
            var pack = new UploadPack(repository);
            pack.setBiDirectionalPipe(false);
            var answer = new ByteArrayOutputStream();
            pack.upload(in, answer, null);
            send(answer.toByteArray(), exchange.getResponseBody());
        }
    }

    private void send(byte[] answer, OutputStream out) throws IOException {
        int sent = answer.length * sentAtOnce / 100;
        out.write(answer, 0, sent);
        out.flush();
        for (int i = sent; i < answer.length; i++) {
            beforeEachByte.run();
            out.write(answer[i]);
            out.flush();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
