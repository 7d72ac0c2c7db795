package io.precinct.launcher.container;

import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.osgi.framework.Bundle;
import org.osgi.framework.hooks.weaving.WeavingException;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.hooks.weaving.WovenClass;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps deployed bundles from ending the process: in their classes, calls of {@code System.exit}, {@code Runtime.exit}
 * and {@code Runtime.halt}, and method references to them, are replaced by calls of a generated method that throws a
 * {@link SecurityException}. A class that cannot be checked is not loaded. Calls by reflection are not found here;
 * {@link ExitLogger} logs them. Thread-safe.
 */
final class ExitWeaver implements WeavingHook {
    private static final Logger LOG = LoggerFactory.getLogger(ExitWeaver.class);

    /** Prefix of the location of a deployed bundle: {@code Admission.STAGED}, which is not on this class path. */
    static final String DEPLOYED = "deploy:";

    private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");
    private static final ClassDesc RUNTIME = ClassDesc.of("java.lang.Runtime");
    private static final ClassDesc REFUSAL = ClassDesc.of("java.lang.SecurityException");
    private static final MethodTypeDesc OF_CODE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc OF_RUNTIME_AND_CODE =
            MethodTypeDesc.of(ConstantDescs.CD_void, RUNTIME, ConstantDescs.CD_int);
    private static final String REPLACEMENT = "precinct$refused";
    private static final int PRIVATE_STATIC = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

    @Override
    public void weave(WovenClass woven) {
        Bundle bundle = woven.getBundleWiring().getBundle();
        if (!bundle.getLocation().startsWith(DEPLOYED)) {
            return;
        }
        String name = bundle.getSymbolicName() + " " + bundle.getVersion();
        ClassLoader loader = woven.getBundleWiring().getClassLoader();
        try {
            Optional<byte[]> changed = refused(woven.getBytes(), name, loader);
            changed.ifPresent(woven::setBytes);
        } catch (RuntimeException | Error e) {
            // This exception refuses only this class; after any other exception the framework would not call this hook
            // again.
            throw new WeavingException(
                    name + ": whether " + woven.getClassName() + " ends the process cannot be found out: " + e, e);
        }
    }

    /** The class with its exits replaced, or empty if it has none. */
    static Optional<byte[]> refused(byte[] bytes, String bundle, ClassLoader loader) {
        ClassFile format = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy(loader)));
        ClassModel type = format.parse(bytes);
        Set<String> exits = exits(type);
        if (exits.isEmpty()) {
            return Optional.empty();
        }
        LOG.warn("{}: the class {} calls {}, which is refused when it comes to that", bundle, name(type), exits);
        String message = "the bundle " + bundle + " calls " + String.join(" or ", exits) + " (class " + name(type)
                + "): a plug-in does not end the service";
        ClassDesc self = type.thisClass().asSymbol();
        boolean inInterface = type.flags().has(AccessFlag.INTERFACE);
        ClassTransform change = ClassTransform.transformingMethodBodies(
                        (code, element) -> replace(code, element, self, inInterface))
                .andThen(ClassTransform.endHandler(end -> {
                    end.withMethodBody(REPLACEMENT, OF_CODE, PRIVATE_STATIC, body -> refuse(body, message));
                    end.withMethodBody(REPLACEMENT, OF_RUNTIME_AND_CODE, PRIVATE_STATIC, body -> refuse(body, message));
                }));
        return Optional.of(format.transformClass(type, change));
    }

    /** The hierarchy of the classes whose types are merged. It is read from class files: a class may be loading now. */
    private static ClassHierarchyResolver hierarchy(ClassLoader loader) {
        return ClassHierarchyResolver.ofResourceParsing(type -> {
                    String binary = type.descriptorString();
                    InputStream found = loader.getResourceAsStream(binary.substring(1, binary.length() - 1) + ".class");
                    return found;
                })
                .orElse(ClassHierarchyResolver.defaultResolver());
    }

    private static String name(ClassModel type) {
        return type.thisClass().asInternalName().replace('/', '.');
    }

    private static Set<String> exits(ClassModel type) {
        Set<String> exits = new TreeSet<>();
        for (PoolEntry entry : type.constantPool()) {
            if (entry instanceof MethodRefEntry method && isExit(method)) {
                exits.add(method.owner().asInternalName().substring("java/lang/".length()) + "."
                        + method.name().stringValue());
            }
        }
        return exits;
    }

    private static boolean isExit(MemberRefEntry method) {
        return isExit(
                method.owner().asSymbol(),
                method.name().stringValue(),
                method.type().stringValue());
    }

    private static boolean isExit(ClassDesc owner, String name, String type) {
        return type.equals("(I)V")
                && (owner.equals(SYSTEM) && name.equals("exit")
                        || owner.equals(RUNTIME) && (name.equals("exit") || name.equals("halt")));
    }

    private static void replace(CodeBuilder code, CodeElement element, ClassDesc self, boolean inInterface) {
        if (element instanceof InvokeInstruction call && isExit(call.method())) {
            code.invokestatic(self, REPLACEMENT, replacementType(call.owner().asSymbol()), inInterface);
        } else if (element instanceof InvokeDynamicInstruction call
                && call.bootstrapArgs().stream().anyMatch(ExitWeaver::refersToExit)) {
            ConstantDesc[] arguments = call.bootstrapArgs().stream()
                    .map(argument -> refersToExit(argument) ? replacement(argument, self, inInterface) : argument)
                    .toArray(ConstantDesc[]::new);
            code.invokedynamic(DynamicCallSiteDesc.of(
                    call.bootstrapMethod(), call.name().stringValue(), call.typeSymbol(), arguments));
        } else {
            code.with(element);
        }
    }

    private static boolean refersToExit(ConstantDesc argument) {
        return argument instanceof DirectMethodHandleDesc method
                && isExit(method.owner(), method.methodName(), method.lookupDescriptor());
    }

    private static ConstantDesc replacement(ConstantDesc argument, ClassDesc self, boolean inInterface) {
        var method = (DirectMethodHandleDesc) argument;
        return MethodHandleDesc.ofMethod(
                inInterface ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC : DirectMethodHandleDesc.Kind.STATIC,
                self,
                REPLACEMENT,
                replacementType(method.owner()));
    }

    /**
     * The type of the replacement, a static method: the receiver of the replaced method, if any, and its parameters.
     */
    private static MethodTypeDesc replacementType(ClassDesc owner) {
        return owner.equals(SYSTEM) ? OF_CODE : OF_RUNTIME_AND_CODE;
    }

    private static void refuse(CodeBuilder code, String message) {
        code.new_(REFUSAL)
                .dup()
                .loadConstant(message)
                .invokespecial(
                        REFUSAL,
                        ConstantDescs.INIT_NAME,
                        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String))
                .athrow();
    }
}
