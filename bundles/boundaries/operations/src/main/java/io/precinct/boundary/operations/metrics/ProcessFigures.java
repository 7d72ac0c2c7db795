package io.precinct.boundary.operations.metrics;

import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.core.api.metrics.MetricSource.Type;
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
        families.add(Family.gauge(
                "process_start_time_seconds",
                "When the process started, in Unix time.",
                runtime.getStartTime() / 1000.0));
        families.add(Family.gauge(
                "process_uptime_seconds", "How long the process has been running.", runtime.getUptime() / 1000.0));
        families.add(Family.counter("process_cpu_seconds", "Processor time of the process.", cpuSeconds()));
        memory(families);
        collections(families);
        var threads = ManagementFactory.getThreadMXBean();
        families.add(Family.gauge(
                "jvm_threads_current", "Platform threads, virtual ones left out.", threads.getThreadCount()));
        families.add(Family.gauge(
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

    /** Adds the metrics of memory. Each area is read once, so that its values are consistent. */
    private static void memory(List<Family> families) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        MemoryUsage heap = memory.getHeapMemoryUsage();
        MemoryUsage other = memory.getNonHeapMemoryUsage();
        families.add(areas("jvm_memory_used_bytes", "Memory in use.", heap.getUsed(), other.getUsed()));
        families.add(areas(
                "jvm_memory_committed_bytes",
                "Memory taken from the system.",
                heap.getCommitted(),
                other.getCommitted()));
        families.add(areas(
                "jvm_memory_max_bytes", "Memory that may be taken; -1 for no limit.", heap.getMax(), other.getMax()));
    }

    private static Family areas(String name, String help, long heap, long other) {
        List<Sample> samples = List.of(
                new Sample.Value(Map.of("area", "heap"), heap), new Sample.Value(Map.of("area", "nonheap"), other));
        return new Family(name, Type.GAUGE, help, samples);
    }

    private static void collections(List<Family> families) {
        List<Sample> counts = new ArrayList<>();
        List<Sample> seconds = new ArrayList<>();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            Map<String, String> labels = Map.of("gc", collector.getName());
            counts.add(new Sample.Value(labels, (double) collector.getCollectionCount()));
            seconds.add(new Sample.Value(labels, collector.getCollectionTime() / 1000.0));
        }
        families.add(new Family("jvm_gc_collections", Type.COUNTER, "Garbage collections.", counts));
        families.add(new Family("jvm_gc_collection_seconds", Type.COUNTER, "Time spent collecting garbage.", seconds));
    }
}
