import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.http.users.UsersFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends interleaved pairs of a wrong name and a wrong password to a gateway that it starts. Compares the times of the
 * two by the area under the ROC curve: the probability that one of them takes longer than the other. One half means no
 * difference.
 *
 * <p>There are three comparisons: attempts that are hashed, each from an address that is not throttled; attempts from a
 * throttled address; and, to show that the measure detects differences at all, right passwords that are known against
 * wrong ones.
 */
final class Timing {
    private static final double LEAST = 0.45;
    private static final double MOST = 0.55;
    /**
     * With this many pairs, chance alone stays within the bounds. With fewer pairs, the bounds are three deviations
     * wider.
     */
    private static final int ENOUGH = 2000;
    private static final int USERS = 100;
    private static final int PER_ADDRESS = 4;
    private static final int WARM_UP = 40;
    private static final String PASSWORD = "the right password";
    private static final Pattern GATEWAY =
            Pattern.compile("\"subject\":\"gateway\".*?\"url\":\"http://127\\.0\\.0\\.1:(\\d+)\"");
    /** Below this area, known passwords are measurably faster than hashed ones, however noisy the machine. */
    private static final double IN_SIGHT = 0.25;

    private final Random random;
    private final int port;

    private Timing(int port, long seed) {
        this.port = port;
        this.random = new Random(seed);
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of("").toAbsolutePath();
        int pairs = Integer.parseInt(arguments[1]);
        prepare(folder);
        long seed = System.nanoTime();
        Process service = new ProcessBuilder(
                        Path.of(arguments[0], "bin", "precinct").toString(),
                        "run",
                        "--config",
                        folder.resolve("config").toString(),
                        "--data",
                        folder.resolve("data").toString(),
                        "--features",
                        "framework",
                        "--port",
                        "0")
                .redirectError(folder.resolve("service.log").toFile())
                .start();
        boolean agrees = false;
        try (var lines = new BufferedReader(new InputStreamReader(service.getInputStream(), StandardCharsets.UTF_8))) {
            String ready = lines.readLine();
            if (ready == null) {
                System.out.println("the service did not start:\n" + Files.readString(folder.resolve("service.log")));
            } else {
                agrees = new Timing(gatewayPort(ready), seed).judge(pairs, seed);
            }
        } finally {
            service.destroy();
            service.waitFor(20, TimeUnit.SECONDS);
        }
        System.exit(agrees ? 0 : 1);
    }

    private static void prepare(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("config"));
        Files.writeString(folder.resolve("config/service.yml"), """
                service: timing
                gateway: {port: 0, expose: ["/echo/**"]}
                routes:
                  /echo/:message: {method: get, boundary: echo, name: echo}
                """);
        PasswordHash hash = PasswordHash.of(PASSWORD);
        UsersFile.below(folder.resolve("data")).change(users -> {
            for (int i = 0; i < USERS; i++) {
                users = users.with(new User("user" + (1000 + i), List.of("reader"), hash));
            }
            return users;
        });
    }

    /** The port of the gateway, read from the health of the service. */
    private static int gatewayPort(String ready) throws IOException, InterruptedException {
        String url = ready.substring(ready.lastIndexOf(' ') + 1);
        try (var client = HttpClient.newHttpClient()) {
            var health = HttpRequest.newBuilder(URI.create(url + "/health")).build();
            String said = client.send(health, HttpResponse.BodyHandlers.ofString()).body();
            Matcher gateway = GATEWAY.matcher(said);
            if (!gateway.find()) {
                throw new IOException("the health names no gateway: " + said);
            }
            return Integer.parseInt(gateway.group(1));
        }
    }

    private boolean judge(int pairs, long seed) throws IOException {
        for (int i = 0; i < WARM_UP; i++) {
            time("127.1.0." + (1 + i / PER_ADDRESS), stranger(), 401);
        }
        time("127.3.0.1", basic("user1000", PASSWORD), 200);
        double[] known = new double[pairs];
        double[][] hashed = pairs(
                pairs, i -> address(i), 401, i -> known[i] = time("127.3.0.1", basic("user1000", PASSWORD), 200));
        for (int status = 401; status != 429; status = attempt("127.2.0.1", stranger()).status()) {
            // Repeats until the address is throttled.
        }
        double[][] throttled = pairs(pairs, _ -> "127.2.0.1", 429, _ -> {});
        double one = area(hashed[0], hashed[1]);
        double other = area(throttled[0], throttled[1]);
        double sight = area(known, hashed[1]);
        System.out.printf("seed %d%n", seed);
        System.out.printf(
                "hashed: wrong name %.3f ms, wrong password %.3f ms (medians); throttled: %.3f and %.3f ms%n",
                median(hashed[0]), median(hashed[1]), median(throttled[0]), median(throttled[1]));
        System.out.printf("what is known against what is hashed: AUC %.3f, expected below %.2f%n", sight, IN_SIGHT);
        double chance = pairs >= ENOUGH ? 0 : 3 * Math.sqrt((2.0 * pairs + 1) / (12.0 * pairs * pairs));
        boolean agrees = within(one, chance) && within(other, chance) && sight < IN_SIGHT;
        System.out.printf(
                "%d pairs of wrong name and wrong password: AUC %.3f, throttled %.3f; expected from %.2f to %.2f%n",
                pairs, one, other, LEAST - chance, MOST + chance);
        return agrees;
    }

    private static boolean within(double area, double chance) {
        return area >= LEAST - chance && area <= MOST + chance;
    }

    private interface Address {
        String of(int attempt);
    }

    private interface Between {
        void run(int pair) throws IOException;
    }

    /** Linux answers on all of 127.0.0.0/8, so that an attempt can come from an address that has not failed before. */
    private static String address(int attempt) {
        int number = attempt / PER_ADDRESS;
        return "127.4." + number / 250 + "." + (1 + number % 250);
    }

    /** Times of wrong names and of wrong passwords, in milliseconds; the order within a pair is random. */
    private double[][] pairs(int pairs, Address addresses, int expected, Between between) throws IOException {
        double[][] times = new double[2][pairs];
        for (int i = 0; i < pairs; i++) {
            int first = random.nextInt(2);
            for (int turn = 0; turn < 2; turn++) {
                int kind = turn == 0 ? first : 1 - first;
                String header = kind == 0 ? stranger() : basic("user" + (1000 + i % USERS), guess());
                times[kind][i] = time(addresses.of(2 * i + turn), header, expected);
            }
            between.run(i); // under the same noise
        }
        return times;
    }

    private String stranger() {
        return basic("user" + (2000 + random.nextInt(8000)), guess());
    }

    private String guess() {
        return "the wrong one " + (1000 + random.nextInt(9000));
    }

    private static String basic(String name, String password) {
        return Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private record Attempt(int status, double millis) {}

    /**
     * The time of an attempt; repeats the attempt if a throttled address was let through, which happens now and then.
     */
    private double time(String address, String credentials, int expected) throws IOException {
        Attempt attempt = attempt(address, credentials);
        for (int again = 0; again < 3 && expected == 429 && attempt.status() == 401; again++) {
            attempt = attempt(address, credentials);
        }
        if (attempt.status() != expected) {
            throw new IOException("expected " + expected + ", got " + attempt.status());
        }
        return attempt.millis();
    }

    private Attempt attempt(String address, String credentials) throws IOException {
        byte[] request = ("GET /echo/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Basic "
                        + credentials + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        try (var socket =
                new Socket(InetAddress.getByName("127.0.0.1"), port, InetAddress.getByName(address), 0)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(60_000);
            InputStream in = socket.getInputStream();
            long start = System.nanoTime();
            socket.getOutputStream().write(request);
            int first = in.read();
            long end = System.nanoTime();
            String head = (char) first + new String(in.readNBytes(11), StandardCharsets.US_ASCII);
            in.readAllBytes();
            return new Attempt(Integer.parseInt(head.substring(9, 12)), (end - start) / 1e6);
        }
    }

    /** The Mann-Whitney statistic divided by the number of pairs; ties count as a half. */
    private static double area(double[] one, double[] other) {
        double[] sorted = other.clone();
        Arrays.sort(sorted);
        double sum = 0;
        for (double value : one) {
            int below = 0;
            while (below < sorted.length && sorted[below] < value) {
                below++;
            }
            int upTo = below;
            while (upTo < sorted.length && sorted[upTo] == value) {
                upTo++;
            }
            sum += below + (upTo - below) / 2.0;
        }
        return sum / one.length / other.length;
    }

    private static double median(double[] values) {
        var sorted = new ArrayList<Double>();
        Arrays.stream(values).sorted().forEach(sorted::add);
        return sorted.get(sorted.size() / 2);
    }
}
