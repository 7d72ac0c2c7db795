package io.precinct.bench;

import io.precinct.itests.support.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures one request to one server: its CPU cost in the server's process, and the number of answers per second. */
final class MeasuredRequest {
    /** Warm-up ends with the first round whose time is above this share of the best time so far. */
    private static final double SETTLED = 0.97;

    private static final int FEWEST_WARM_UPS = 3;
    private static final int MOST_WARM_UPS = 8;
    private static final int WARM_UP_SECONDS = 2;

    private final LoadClient client;
    private final ServerProcess server;
    private final LoadClient.Message message;
    private final int connections;
    private final List<Double> micros = new ArrayList<>();
    private final List<Double> perSecond = new ArrayList<>();

    MeasuredRequest(LoadClient client, ServerProcess server, LoadClient.Message message, int connections) {
        this.client = client;
        this.server = server;
        this.message = message;
        this.connections = connections;
    }

    /** Sends requests until they get no faster. */
    void warmUp() throws IOException, InterruptedException {
        double best = Double.MAX_VALUE;
        for (int i = 1; i <= MOST_WARM_UPS; i++) {
            round(WARM_UP_SECONDS);
            double last = micros.getLast();
            if (i >= FEWEST_WARM_UPS && last > best * SETTLED) {
                break;
            }
            best = Math.min(best, last);
        }
        System.err.println(message.target() + " warms up: " + rounded(micros));
        micros.clear();
        perSecond.clear();
    }

    /** Measures once more. */
    void round(int seconds) throws IOException, InterruptedException {
        long before = server.cpu().toNanos();
        LoadClient.Outcome outcome = client.send(message, connections, seconds);
        micros.add((server.cpu().toNanos() - before) / 1e3 / outcome.requests());
        perSecond.add(outcome.perSecond());
    }

    /** CPU of the process for one request, median of the rounds. */
    double micros() {
        return Workplace.median(micros);
    }

    /** Answers per second of wall time, median of the rounds. */
    double perSecond() {
        return Workplace.median(perSecond);
    }

    /** The ratios of its CPU to that of {@code floor}, round by round. */
    List<Double> over(MeasuredRequest floor) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < micros.size(); round++) {
            ratios.add(micros.get(round) / floor.micros.get(round));
        }
        return ratios;
    }

    private static String rounded(List<Double> values) {
        return values.stream()
                .map(value -> String.format(Locale.ROOT, "%.1f", value))
                .toList()
                .toString();
    }
}
