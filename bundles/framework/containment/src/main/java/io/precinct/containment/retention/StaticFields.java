package io.precinct.containment.retention;

import io.precinct.common.osgi.BundleClasses;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.osgi.framework.Bundle;

/**
 * Finds static fields of installed bundles that hold a departed bundle. Reads only classes that are already loaded and
 * initialised.
 *
 * @param walk finds objects
 * @param bundles the installed bundles
 */
record StaticFields(ReferenceWalk walk, List<Bundle> bundles) {
    private static final int OBJECTS = 500;

    /** Passes on every reason with the loader that is held. */
    void each(BiConsumer<ClassLoader, String> reasons) {
        // The last deployed bundle first: shipped bundles hold no foreign objects in static fields.
        for (Bundle bundle : bundles.reversed()) {
            ClassLoader loader = bundle.getBundleId() == 0 ? null : BundleClasses.loader(bundle);
            if (loader == null || walk.departed().contains(loader)) {
                continue;
            }
            for (String name : BundleClasses.names(bundle)) {
                if (System.nanoTime() > walk.deadline()) {
                    return;
                }
                loaded(loader, name).ifPresent(type -> fields(type, bundle, reasons));
            }
        }
    }

    /** The class of this name; empty if it is not loaded and initialised. */
    static Optional<Class<?>> loaded(ClassLoader loader, String name) {
        Optional<Class<?>> type = PrivateFields.call(
                        ClassLoader.class, "findLoadedClass", loader, new Class<?>[] {String.class}, name)
                .map(Class.class::cast);
        return type.filter(StaticFields::initialised);
    }

    /** Whether a class is initialised. Reading a static field of a class that is not would initialise it. */
    private static boolean initialised(Class<?> type) {
        return PrivateFields.type("jdk.internal.misc.Unsafe")
                .flatMap(unsafe -> PrivateFields.call(unsafe, "getUnsafe", null, new Class<?>[0])
                        .flatMap(one -> PrivateFields.call(
                                unsafe, "shouldBeInitialized", one, new Class<?>[] {Class.class}, type)))
                .map(should -> should.equals(Boolean.FALSE))
                .orElse(false);
    }

    private void fields(Class<?> type, Bundle bundle, BiConsumer<ClassLoader, String> reasons) {
        values(
                type,
                (field, value) -> walk.from(value, OBJECTS)
                        .ifPresent(found -> reasons.accept(
                                found.loader(),
                                name(field) + " of the bundle " + bundle.getSymbolicName() + " holds "
                                        + found.type())));
    }

    static String name(Field field) {
        return "the static field " + field.getDeclaringClass().getName() + "." + field.getName();
    }

    /** Passes on the static fields of a class that refer to an object, each with this object. */
    static void values(Class<?> type, BiConsumer<Field, Object> target) {
        for (Field field : ReferenceWalk.fields(type)) {
            if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                PrivateFields.value(field, null).ifPresent(value -> target.accept(field, value));
            }
        }
    }
}
