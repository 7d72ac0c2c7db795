package io.precinct.containment.retention;

import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Searches the objects reachable from another one for an object of a departed bundle, the nearest first. It only reads
 * fields, so no code of a bundle runs. Bounded in objects and in time. For one thread.
 *
 * @param departed the loaders to search for
 * @param deadline of {@link System#nanoTime}, for all walks together
 */
record ReferenceWalk(Set<ClassLoader> departed, long deadline) {
    /**
     * What was found.
     *
     * @param loader of the departed bundle
     * @param type name of its class, or a description
     */
    record Found(ClassLoader loader, String type) {}

    /** The nearest object of a departed bundle reachable from {@code root}; at most {@code most} objects are read. */
    Optional<Found> from(@Nullable Object root, int most) {
        if (root == null) {
            return Optional.empty();
        }
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> next = new ArrayDeque<>();
        add(root, seen, next);
        while (!next.isEmpty() && seen.size() < most && System.nanoTime() < deadline) {
            Object one = next.removeFirst();
            Optional<Found> found = found(one);
            if (found.isPresent()) {
                return found;
            }
            expand(one, seen, next);
        }
        return Optional.empty();
    }

    /**
     * Checks one object: it is found if it is the loader of a departed bundle, one of its classes, or an instance of
     * one.
     */
    Optional<Found> found(Object one) {
        return switch (one) {
            case ClassLoader loader
            when departed.contains(loader) -> Optional.of(new Found(loader, "its class loader"));
            case Class<?> type when departed(type) -> Optional.of(new Found(type.getClassLoader(), type.getName()));
            default ->
                departed(one.getClass())
                        ? Optional.of(new Found(
                                one.getClass().getClassLoader(), one.getClass().getName()))
                        : Optional.empty();
        };
    }

    private boolean departed(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && departed.contains(loader);
    }

    private static void expand(Object one, Set<Object> seen, Deque<Object> next) {
        if (one instanceof Object[] elements) {
            for (Object element : elements) {
                add(element, seen, next);
            }
            return;
        }
        // HoldingThreads reads threads, and StaticFields reads what classes and loaders hold.
        if (!isOfTheRuntime(one)) {
            references(one, value -> add(value, seen, next));
        }
    }

    /** Whether an object belongs to the virtual machine rather than to the data of a bundle. */
    static boolean isOfTheRuntime(Object one) {
        return one instanceof Thread
                || one instanceof ThreadGroup
                || one instanceof Class<?>
                || one instanceof ClassLoader
                || one instanceof Module;
    }

    /** Passes on the objects that the fields of an object refer to, but not the elements of an array. */
    static void references(Object one, Consumer<Object> target) {
        for (Class<?> type = one.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            if (type == Reference.class && !(one instanceof SoftReference<?>)) {
                return; // a weak or phantom reference does not hold what it refers to
            }
            for (Field field : fields(type)) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    PrivateFields.value(field, one).ifPresent(target);
                }
            }
        }
    }

    /** The fields of a class; none if the type of a field is missing, as with an optional import. */
    static Field[] fields(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0];
        }
    }

    private static void add(@Nullable Object one, Set<Object> seen, Deque<Object> next) {
        if (one == null
                || one instanceof String
                || one instanceof Number
                || one instanceof Enum<?>
                || one.getClass().isArray() && one.getClass().getComponentType().isPrimitive()) {
            return;
        }
        if (seen.add(one)) {
            next.addLast(one);
        }
    }
}
