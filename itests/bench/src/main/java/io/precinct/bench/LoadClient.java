package io.precinct.bench;

import io.precinct.itests.support.Load;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A load generator: wrk if it is available, else our own client. */
sealed interface LoadClient permits LoadClient.Own, Wrk {
    /**
     * A request that is sent over and over.
     *
     * @param target the address
     * @param headers header lines besides Host, Accept, Content-Type and Content-Length
     * @param body of a POST of JSON
     */
    record Message(URI target, List<String> headers, byte[] body) {}

    /**
     * The outcome of a run.
     *
     * @param requests number of answered requests, all with status 200
     * @param perSecond answers per second, wall time
     */
    record Outcome(long requests, double perSecond) {}

    /** Name and version, for the report. */
    String name();

    /**
     * Sends requests on keep-alive connections for this many seconds, one request at a time on each.
     *
     * @throws IOException if an answer was not a success or a connection broke
     */
    Outcome send(Message message, int connections, int seconds) throws IOException, InterruptedException;

    /**
     * The best available client: wrk from the path, wrk from Debian unpacked into {@code folder}, or our own.
     *
     * @param folder a folder that is kept, so that wrk is unpacked only once
     */
    static LoadClient best(Path folder) throws IOException, InterruptedException {
        Wrk wrk = Wrk.find(folder);
        return wrk == null ? new Own() : wrk;
    }

    /** A client in this process with one thread per connection; it uses more CPU than a client in C. */
    final class Own implements LoadClient {
        @Override
        public String name() {
            return "our own client in Java (no wrk found, and none to be had from Debian)";
        }

        @Override
        public Outcome send(Message message, int connections, int seconds) throws IOException {
            byte[] request = Load.request("POST", message.target().getPath(), message.headers(), message.body());
            var load = new Load(message.target(), request, connections, answer -> answer.status() == 200);
            long began = System.nanoTime();
            long end = began + seconds * 1_000_000_000L;
            Load.Outcome outcome = load.run(() -> System.nanoTime() < end);
            if (outcome.wrong() > 0) {
                throw new IOException("of " + outcome.sent() + " requests " + outcome.wrong() + " went wrong: "
                        + outcome.firstFault());
            }
            return new Outcome(outcome.answered(), outcome.answered() / ((System.nanoTime() - began) / 1e9));
        }
    }
}
