package io.precinct.deploy.leak;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Finds static fields of installed bundles that hold a departed one. Reads only classes that are loaded and initialised
 * already.
 *
 * @param walk finds objects
 * @param bundles the installed bundles
 */
record StaticFields(ReferenceWalk walk, List<Bundle> bundles) {
    private static final int OBJECTS = 500;

    /** Passes on every reason with the loader that is held. */
    void each(BiConsumer<ClassLoader, String> reasons) {
        // The last deployed first: shipped bundles hold no foreign objects in static fields.
        for (Bundle bundle : bundles.reversed()) {
            BundleWiring wiring = bundle.adapt(BundleWiring.class);
            if (wiring == null || bundle.getBundleId() == 0) {
                continue;
            }
            ClassLoader loader = wiring.getClassLoader();
            if (loader == null || walk.departed().contains(loader)) {
                continue;
            }
            for (String path : BundleClasses.paths(bundle)) {
                if (System.nanoTime() > walk.deadline()) {
                    return;
                }
                loaded(loader, BundleClasses.name(path)).ifPresent(type -> fields(type, bundle, reasons));
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

    /** Reading a static field would initialise its class. */
    private static boolean initialised(Class<?> type) {
        return PrivateFields.type("jdk.internal.misc.Unsafe")
                .flatMap(unsafe -> PrivateFields.call(unsafe, "getUnsafe", null, new Class<?>[0])
                        .flatMap(one -> PrivateFields.call(
                                unsafe, "shouldBeInitialized", one, new Class<?>[] {Class.class}, type)))
                .map(should -> should.equals(Boolean.FALSE))
                .orElse(false);
    }

    private void fields(Class<?> type, Bundle bundle, BiConsumer<ClassLoader, String> reasons) {
        Field[] fields;
        try {
            fields = type.getDeclaredFields();
        } catch (LinkageError e) {
            return; // the type of a field is missing
        }
        for (Field field : fields) {
            if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                PrivateFields.value(field, null)
                        .flatMap(root -> walk.from(root, OBJECTS))
                        .ifPresent(found -> reasons.accept(
                                found.loader(),
                                "the static field " + type.getName() + "." + field.getName() + " of the bundle "
                                        + bundle.getSymbolicName() + " holds " + found.type()));
            }
        }
    }
}
