import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Prints random documents, two lines each: as JSON that is written here without the judged code, and as
 * {@link Json#canonical} writes it. Argument: the number of documents. Every run prints the same documents.
 */
class Documents {
    private static final long EXACT = (1L << 53) - 1;
    private static final double[] LIMITS = {
        0.0, -0.0, 1.0, -1.0, 0.1, 1e21, 1e-6, 1e-7, 9.999999999999999e20, 1e22, 123456789012345680000.0,
        Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, 5e-324, 2e-308, EXACT, -EXACT,
        4.35, 0.000001, 295147905179352830000.0, 333333333.33333329, 1e23
    };

    private final Random random = new Random(8785);

    public static void main(String[] args) {
        var documents = new Documents();
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (double limit : LIMITS) {
            print(out, limit);
        }
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            print(out, documents.value(5));
        }
        out.flush();
    }

    private static void print(PrintStream out, Object value) {
        out.println(text(value));
        out.println(new String(Json.canonical(Data.freeze(value)), StandardCharsets.UTF_8));
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (long) (random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(16)));
            case 3, 4 -> number();
            case 5, 6 -> string();
            case 7 -> list(depth - 1);
            default -> map(depth - 1);
        };
    }

    /**
     * Doubles of any bits, of everyday size and at the edges of notations, and decimals that a double represents
     * exactly.
     */
    private Number number() {
        double any = Double.longBitsToDouble(random.nextLong());
        return switch (random.nextInt(5)) {
            case 0 -> Double.isFinite(any) ? any : 0.5;
            case 1 -> random.nextInt(-1_000_000, 1_000_000) / 100.0;
            case 2 -> random.nextDouble(1, 10) * Math.pow(10, random.nextInt(-12, 25));
            case 3 -> new BigDecimal(Double.toString(random.nextDouble() * 1e6));
            default -> (double) (EXACT - random.nextInt(1000));
        };
    }

    private List<Object> list(int depth) {
        var list = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            list.add(value(depth));
        }
        return list;
    }

    private Map<String, Object> map(int depth) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(8); i > 0; i--) {
            map.put(string(), value(depth));
        }
        return map;
    }

    /**
     * Characters of one, two and three UTF-8 bytes and beyond the basic plane; UTF-16 sorts the last two kinds in
     * reverse.
     */
    private String string() {
        var text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.appendCodePoint(
                    switch (random.nextInt(7)) {
                        case 0 -> random.nextInt(0x20);
                        case 1 -> "\"\\/\u007f\u2028\u2029\ufeff\uffff".charAt(random.nextInt(8));
                        case 2 -> random.nextInt(0x80, 0x800);
                        case 3 -> random.nextInt(0xE000, 0x10000);
                        case 4 -> random.nextInt(0x10000, 0x110000);
                        default -> random.nextInt(0x20, 0x7F);
                    });
        }
        return text.toString();
    }

    /** JSON in ASCII, numbers as the JDK writes them. */
    private static String text(Object value) {
        return switch (value) {
            case null -> "null";
            case String s -> quoted(s);
            case List<?> list -> "[" + String.join(", ", list.stream().map(Documents::text).toList()) + "]";
            case Map<?, ?> map ->
                "{"
                        + String.join(
                                ", ",
                                map.entrySet().stream()
                                        .map(e -> quoted((String) e.getKey()) + ": " + text(e.getValue()))
                                        .toList())
                        + "}";
            default -> value.toString();
        };
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
