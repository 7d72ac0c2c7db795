package io.precinct.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import software.amazon.smithy.jmespath.JmespathExpression;
import software.amazon.smithy.jmespath.ast.LiteralExpression;

/**
 * The floor of configuration queries: the libraries alone. The first round reads each file of a list, makes its
 * documents (none for a broken file) by SnakeYAML or Jackson, evaluates the expression by smithy-jmespath and renders
 * the results as JSON. Later rounds only evaluate the expression over these documents and render the results. The last
 * line contains the CPU milliseconds of the first round, as the process counts them, the number of results, and the
 * median milliseconds of the later rounds. Arguments: the list, the expression, the number of later rounds.
 */
public final class ConfigurationFloor {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ConfigurationFloor() {}

    /** Runs it. */
    public static void main(String[] arguments) throws Exception {
        List<String> files = Files.readAllLines(Path.of(arguments[0]));
        var process = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = process.getProcessCpuTime();
        JmespathExpression expression = JmespathExpression.parse(arguments[1]);
        List<LiteralExpression> documents = new ArrayList<>();
        for (String file : files) {
            try {
                documents(Path.of(file)).forEach(document -> documents.add(LiteralExpression.from(document)));
            } catch (YAMLException | JsonProcessingException e) {
                System.err.println(file + ": " + e.getMessage());
            }
        }
        List<Object> results = evaluate(expression, documents);
        byte[] answer = JSON.writeValueAsBytes(results);
        double cpu = (process.getProcessCpuTime() - before) / 1e6;
        double[] millis = new double[Integer.parseInt(arguments[2])];
        for (int round = 0; round < millis.length; round++) {
            long start = System.nanoTime();
            if (JSON.writeValueAsBytes(evaluate(expression, documents)).length != answer.length) {
                throw new IllegalStateException("the same expression has another result");
            }
            millis[round] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        System.out.printf(Locale.ROOT, "%.1f %d %.3f%n", cpu, results.size(), millis[millis.length / 2]);
    }

    private static List<Object> evaluate(JmespathExpression expression, List<LiteralExpression> documents) {
        List<Object> results = new ArrayList<>();
        for (LiteralExpression document : documents) {
            Object result = expression.evaluate(document).getValue();
            if (result != null) {
                results.add(result);
            }
        }
        return results;
    }

    private static Collection<Object> documents(Path file) throws Exception {
        String text = Files.readString(file);
        if (file.toString().endsWith(".json")) {
            return List.of(JSON.readValue(text, Object.class));
        }
        List<Object> all = new ArrayList<>();
        for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text)) {
            if (document != null) {
                all.add(document);
            }
        }
        return all;
    }
}
