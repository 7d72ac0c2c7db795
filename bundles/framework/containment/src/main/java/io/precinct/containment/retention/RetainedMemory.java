package io.precinct.containment.retention;

import io.precinct.api.boundary.Boundary;
import io.precinct.common.osgi.BundleClasses;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;

/**
 * Estimates the memory that a bundle retains through the static fields of its classes and the objects that it has
 * registered. It only reads fields, so no code of the bundle runs; long arrays are sampled. Bounded in objects and in
 * time. For one thread.
 */
public final class RetainedMemory {
    /** The number of objects that are read for all roots together. */
    private static final int MOST_OBJECTS = 200_000;

    /** The approximate number of elements that are read of a longer array. */
    private static final int SAMPLE = 1000;

    private static final int HEADER = 16;

    /** The loader of the API, whose objects count as the bundle's own: they may refer to objects of the bundle. */
    private static final @Nullable ClassLoader API = Boundary.class.getClassLoader();

    private final @Nullable ClassLoader loader;
    private final long deadline;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private RetainedMemory(@Nullable ClassLoader loader, Duration patience) {
        this.loader = loader;
        this.deadline = System.nanoTime() + patience.toNanos();
    }

    /**
     * The memory that a bundle retains.
     *
     * @param bytes a rough lower bound
     * @param mostly the field or object that retains most
     */
    public record Retention(long bytes, String mostly) {}

    private record Root(String name, long bytes) {}

    /** An object, and the number of similar objects that it stands for. */
    private record Sampled(Object object, double weight) {}

    /**
     * The memory that a bundle retains; empty if there is none.
     *
     * @param registered objects of the bundle that others call
     */
    public static Optional<Retention> by(Bundle bundle, Collection<?> registered, Duration patience) {
        ClassLoader loader = BundleClasses.loader(bundle);
        if (loader == null) {
            return Optional.empty();
        }
        var retained = new RetainedMemory(loader, patience);
        List<Root> roots = new ArrayList<>();
        for (String name : BundleClasses.names(bundle)) {
            StaticFields.loaded(loader, name).ifPresent(type -> retained.statics(type, roots));
        }
        for (Object one : registered) {
            roots.add(new Root("an object of " + one.getClass().getName(), retained.from(one)));
        }
        long all = roots.stream().mapToLong(Root::bytes).sum();
        return roots.stream().max(Comparator.comparingLong(Root::bytes)).map(most -> new Retention(all, most.name()));
    }

    /** The bytes that an object retains, in objects of the JDK and of classes of this loader. */
    static long by(Object root, @Nullable ClassLoader loader) {
        return new RetainedMemory(loader, Duration.ofSeconds(30)).from(root);
    }

    private void statics(Class<?> type, List<Root> roots) {
        StaticFields.values(type, (field, value) -> {
            if (isOwn(value)) {
                roots.add(new Root(StaticFields.name(field), from(value)));
            }
        });
    }

    private long from(Object root) {
        Deque<Sampled> next = new ArrayDeque<>();
        if (seen.add(root)) {
            next.add(new Sampled(root, 1));
        }
        double bytes = 0;
        while (!next.isEmpty() && System.nanoTime() < deadline) {
            Sampled one = next.removeFirst();
            bytes += one.weight() * size(one.object());
            expand(one, next);
        }
        return (long) bytes;
    }

    private static long size(Object one) {
        Class<?> type = one.getClass();
        if (type.isArray()) {
            return HEADER + (long) Array.getLength(one) * elementSize(type.getComponentType());
        }
        long size = HEADER;
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : ReferenceWalk.fields(each)) {
                size += Modifier.isStatic(field.getModifiers()) ? 0 : elementSize(field.getType());
            }
        }
        return size;
    }

    private static int elementSize(Class<?> type) {
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        }
        if (type == byte.class || type == boolean.class) {
            return Byte.BYTES;
        }
        return type == char.class || type == short.class ? Short.BYTES : Integer.BYTES; // references are compressed
    }

    private void expand(Sampled one, Deque<Sampled> next) {
        Object object = one.object();
        if (object instanceof Object[] elements) {
            int step = Math.max(1, elements.length / SAMPLE);
            for (int i = 0; i < elements.length; i += step) {
                add(elements[i], one.weight() * step, next);
            }
            return;
        }
        ReferenceWalk.references(object, value -> add(value, one.weight(), next));
    }

    private void add(@Nullable Object one, double weight, Deque<Sampled> next) {
        if (one != null && isOwn(one) && seen.size() < MOST_OBJECTS && seen.add(one)) {
            next.addLast(new Sampled(one, weight));
        }
    }

    /**
     * Whether an object counts for this bundle. Objects of other bundles and of the framework do not, even if referred
     * to.
     */
    private boolean isOwn(Object one) {
        if (ReferenceWalk.isOfTheRuntime(one)) {
            return false;
        }
        ClassLoader of = one.getClass().getClassLoader();
        return of == null || of == loader || of == API;
    }
}
