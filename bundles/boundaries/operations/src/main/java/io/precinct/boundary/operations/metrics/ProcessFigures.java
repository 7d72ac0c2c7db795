package io.precinct.boundary.operations.metrics;

import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Metrics of the process and the Java virtual machine, under the usual names. */
final class ProcessFigures {
    private ProcessFigures() {}

    static List<Family> collect() {
        var runtime = ManagementFactory.getRuntimeMXBean();
        List<Family> families = new ArrayList<>();
        families.add(gauge(
                "process_start_time_seconds",
                "When the process started, in Unix time.",
                runtime.getStartTime() / 1000.0));
        families.add(gauge(
                "process_uptime_seconds", "How long the process has been running.", runtime.getUptime() / 1000.0));
        families.add(counter(
                "process_cpu_seconds", "Processor time of the process.", List.of(value(Map.of(), cpuSeconds()))));
        memory(families);
        collections(families);
        var threads = ManagementFactory.getThreadMXBean();
        families.add(
                gauge("jvm_threads_current", "Platform threads, virtual ones left out.", threads.getThreadCount()));
        families.add(gauge(
                "jvm_classes_currently_loaded",
                "Classes in memory.",
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount()));
        return families;
    }

    private static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e9;
    }

    private static void memory(List<Family> families) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        List<Sample> used = new ArrayList<>();
        List<Sample> committed = new ArrayList<>();
        List<Sample> max = new ArrayList<>();
        Map<String, MemoryUsage> areas =
                Map.of("heap", memory.getHeapMemoryUsage(), "nonheap", memory.getNonHeapMemoryUsage());
        for (String area : List.of("heap", "nonheap")) {
            MemoryUsage usage = areas.get(area);
            if (usage != null) {
                used.add(value(Map.of("area", area), (double) usage.getUsed()));
                committed.add(value(Map.of("area", area), (double) usage.getCommitted()));
                max.add(value(Map.of("area", area), (double) usage.getMax()));
            }
        }
        families.add(new Family("jvm_memory_used_bytes", MetricSource.Type.GAUGE, "Memory in use.", used));
        families.add(new Family(
                "jvm_memory_committed_bytes", MetricSource.Type.GAUGE, "Memory taken from the system.", committed));
        families.add(new Family(
                "jvm_memory_max_bytes", MetricSource.Type.GAUGE, "Memory that may be taken; -1 for no limit.", max));
    }

    private static void collections(List<Family> families) {
        List<Sample> counts = new ArrayList<>();
        List<Sample> seconds = new ArrayList<>();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            Map<String, String> labels = Map.of("gc", collector.getName());
            counts.add(value(labels, (double) collector.getCollectionCount()));
            seconds.add(value(labels, collector.getCollectionTime() / 1000.0));
        }
        families.add(counter("jvm_gc_collections", "Garbage collections.", counts));
        families.add(counter("jvm_gc_collection_seconds", "Time spent collecting garbage.", seconds));
    }

    private static Family gauge(String name, String help, double value) {
        return new Family(name, MetricSource.Type.GAUGE, help, List.of(value(Map.of(), value)));
    }

    private static Family counter(String name, String help, List<Sample> samples) {
        return new Family(name, MetricSource.Type.COUNTER, help, samples);
    }

    private static Sample value(Map<String, String> labels, double value) {
        return new Sample.Value(labels, value);
    }
}
