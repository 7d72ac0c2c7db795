package io.precinct.containment.retention;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Finds threads that hold a departed bundle: they run its code, have a value of it in a {@code ThreadLocal}, run tasks
 * of a {@link java.util.Timer}, or refer to its loader. Many similar threads are reported as one reason.
 *
 * @param walk finds objects
 * @param classes the loaders by the names of their classes, as a stack trace contains names only
 * @param shared names of classes that an installed bundle contains as well, for example a newer generation
 */
record HoldingThreads(ReferenceWalk walk, Map<String, ClassLoader> classes, Set<String> shared) {
    private static final int FRAMES = 4;
    private static final int OBJECTS = 1_000;

    /** Similar threads: their number, and the name of one of them. */
    private static final class Kind {
        private int count;
        private String example = "";
    }

    private record Key(ClassLoader loader, String how, String names) {}

    /** Passes on every reason with the loader that is held. */
    void each(BiConsumer<ClassLoader, String> reasons) {
        Map<Key, Kind> kinds = new LinkedHashMap<>();
        all().filter(thread -> !thread.equals(Thread.currentThread())).forEach(thread -> {
            for (Key key : of(thread)) {
                Kind kind = kinds.computeIfAbsent(key, any -> new Kind());
                kind.count++;
                kind.example = "'" + thread.getName() + "'";
            }
        });
        kinds.forEach((key, kind) -> reasons.accept(
                key.loader(),
                (kind.count == 1 ? "1 thread, " : kind.count + " threads such as ") + kind.example + ": " + key.how()));
    }

    /**
     * Threads that are delivering an event of the framework and are blocked in a listener. Such a thread holds all
     * listeners that were registered when the delivery began. Whether a departed bundle is among them cannot be seen
     * from here, so these threads are named only if nothing else is found.
     */
    static List<String> blockedInDelivery() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> !each.getKey().equals(Thread.currentThread()))
                .filter(each -> Stream.of(each.getValue())
                        .anyMatch(frame -> frame.getClassName().equals("org.apache.felix.framework.EventDispatcher")
                                && frame.getMethodName().startsWith("fire")))
                .map(each -> "1 thread, '" + each.getKey().getName()
                        + "': is held up in the midst of telling all who listen; at " + each.getValue()[0])
                .sorted()
                .toList();
    }

    /** All threads, including virtual threads if the JDK's own list of them can be read. */
    private static Stream<Thread> all() {
        Stream<Thread> virtual = PrivateFields.type("jdk.internal.vm.ThreadContainers")
                .flatMap(type -> PrivateFields.call(type, "root", null, new Class<?>[0]))
                .flatMap(root -> PrivateFields.type("jdk.internal.vm.ThreadContainer")
                        .flatMap(type -> PrivateFields.call(type, "threads", root, new Class<?>[0])))
                .map(threads -> ((Stream<?>) threads).map(Thread.class::cast))
                .orElseGet(Stream::empty);
        return Stream.concat(virtual.filter(Thread::isVirtual), Thread.getAllStackTraces().keySet().stream());
    }

    private List<Key> of(Thread thread) {
        List<Key> keys = new ArrayList<>();
        String names = thread.getName().replaceAll("[0-9]+", "#");
        runs(thread, names).ifPresent(keys::add);
        add(keys, names, fields(thread, "threadLocals"), "a ThreadLocal value of ");
        add(keys, names, fields(thread, "inheritableThreadLocals"), "an InheritableThreadLocal value of ");
        add(keys, names, timer(thread), "a java.util.Timer with the task ");
        if (keys.isEmpty()) {
            add(keys, names, fields(thread, "holder"), "to run ");
            add(keys, names, fields(thread, "uncaughtExceptionHandler"), "its handler of exceptions is ");
            add(keys, names, walk.found(thread), "of the type ");
            Optional.ofNullable(thread.getContextClassLoader())
                    .flatMap(walk::found)
                    .ifPresent(found -> keys.add(new Key(found.loader(), "its context class loader", names)));
        }
        return keys;
    }

    private static void add(List<Key> keys, String names, Optional<ReferenceWalk.Found> found, String how) {
        found.ifPresent(one -> keys.add(new Key(one.loader(), how + one.type(), names)));
    }

    private Optional<Key> runs(Thread thread, String names) {
        StackTraceElement[] stack = thread.getStackTrace();
        for (StackTraceElement frame : stack) {
            ClassLoader loader = classes.get(frame.getClassName());
            if (loader != null) {
                List<String> top = Stream.of(stack)
                        .limit(FRAMES)
                        .map(StackTraceElement::toString)
                        .toList();
                String own = top.contains(frame.toString()) ? "" : " … at " + frame;
                String whose = shared.contains(frame.getClassName())
                        ? "runs code of a class that the newer generation has as well: at "
                        : "runs its code: at ";
                return Optional.of(new Key(loader, whose + String.join(" at ", top) + own, names));
            }
        }
        return Optional.empty();
    }

    private Optional<ReferenceWalk.Found> fields(Thread thread, String field) {
        return PrivateFields.value(Thread.class, field, thread).flatMap(root -> walk.from(root, OBJECTS));
    }

    private Optional<ReferenceWalk.Found> timer(Thread thread) {
        return thread.getClass().getName().equals("java.util.TimerThread")
                ? PrivateFields.value(thread.getClass(), "queue", thread).flatMap(root -> walk.from(root, OBJECTS))
                : Optional.empty();
    }
}
