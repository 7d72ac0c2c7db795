package io.precinct.containment.thread;

import io.precinct.containment.guard.LoopGuard;
import io.precinct.containment.guard.RegexGuard;
import io.precinct.core.api.plugin.Admission;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.osgi.framework.Bundle;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.hooks.weaving.WovenClass;
import org.osgi.framework.hooks.weaving.WovenClassListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the loops of deployed bundles interruptible: inserts a call of {@link LoopGuard#turn} before each backward
 * jump. That call throws in a thread that was given up and ignores its interruption. Regular expressions read their
 * text through {@link RegexGuard}, which makes the same call. A class that cannot be changed is loaded as it is.
 * Thread-safe.
 */
final class LoopWeaver implements WeavingHook, WovenClassListener {
    private static final Logger LOG = LoggerFactory.getLogger(LoopWeaver.class);

    /** The package of the guards. A class that is changed gets an import of it. */
    private static final String PACKAGE = LoopGuard.class.getPackageName();

    static final ClassDesc LOOP_GUARD = ClassDesc.of(LoopGuard.class.getName());
    static final ClassDesc REGEX_GUARD = ClassDesc.of(RegexGuard.class.getName());
    private static final MethodTypeDesc TURN = MethodTypeDesc.of(ConstantDescs.CD_void);

    /**
     * The inserted calls do not change the operand stack, so each method keeps its stack maps. Generating new ones
     * would need classes that a bundle may lack.
     */
    private static final ClassFile FORMAT = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);

    /** Methods that are replaced by those of {@link RegexGuard}. */
    private static final Set<String> REGEX = Set.of(
            "java/util/regex/Pattern.matcher(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;",
            "java/lang/String.matches(Ljava/lang/String;)Z",
            "java/lang/String.replaceAll(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
            "java/lang/String.replaceFirst(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;");

    @Override
    public void weave(WovenClass woven) {
        Bundle bundle = woven.getBundleWiring().getBundle();
        if (!bundle.getLocation().startsWith(Admission.STAGED)) {
            return;
        }
        try {
            turning(woven.getBytes()).ifPresent(bytes -> {
                woven.getDynamicImports().add(PACKAGE);
                woven.setBytes(bytes);
            });
        } catch (RuntimeException | Error e) {
            LOG.warn(
                    "{} {}: the loops of {} get no place to end at: {}",
                    bundle.getSymbolicName(),
                    bundle.getVersion(),
                    woven.getClassName(),
                    e.toString());
        }
    }

    /**
     * Loads the guards for the bundle before their first use in a loop: if the thread were interrupted while a loop
     * loaded them, the class would never get its guard.
     */
    @Override
    public void modified(WovenClass woven) {
        if (woven.getState() == WovenClass.DEFINED && woven.getDynamicImports().contains(PACKAGE)) {
            try {
                ClassLoader loader = woven.getBundleWiring().getClassLoader();
                loader.loadClass(LoopGuard.class.getName());
                loader.loadClass(RegexGuard.class.getName());
            } catch (ClassNotFoundException | RuntimeException | Error e) {
                LOG.warn("{} finds no guard of its loops: {}", woven.getClassName(), e.toString());
            }
        }
    }

    /** The class with guarded loops and regular expressions, or empty if it has neither. */
    static Optional<byte[]> turning(byte[] bytes) {
        ClassModel type = FORMAT.parse(bytes);
        if (type.methods().stream().noneMatch(LoopWeaver::mayRunForEver)) {
            return Optional.empty();
        }
        ClassTransform change = ClassTransform.transformingMethods(LoopWeaver::mayRunForEver, (method, element) -> {
            if (element instanceof CodeModel code) {
                method.transformCode(code, turning(code));
            } else {
                method.with(element);
            }
        });
        return Optional.of(FORMAT.transformClass(type, change));
    }

    private static CodeTransform turning(CodeModel original) {
        var back = new BackwardJumps();
        CodeTransform change = (code, element) -> {
            if (back.at(element)) {
                code.invokestatic(LOOP_GUARD, "turn", TURN);
            }
            if (element instanceof InvokeInstruction call && isRegex(call)) {
                MethodTypeDesc instead =
                        call.typeSymbol().insertParameterTypes(0, call.owner().asSymbol());
                code.invokestatic(REGEX_GUARD, call.name().stringValue(), instead);
            } else {
                code.with(element);
            }
        };
        return change.andThen(CodeTransform.endHandler(
                code -> original.findAttribute(Attributes.stackMapTable()).ifPresent(code::with)));
    }

    /** Whether a method has a loop or a regular expression, so that it may run for ever. */
    private static boolean mayRunForEver(MethodModel method) {
        var back = new BackwardJumps();
        return method.code()
                .map(code -> code.elementStream()
                        .anyMatch(element ->
                                back.at(element) || element instanceof InvokeInstruction call && isRegex(call)))
                .orElse(false);
    }

    private static boolean isRegex(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKEVIRTUAL
                && REGEX.contains(call.owner().asInternalName() + "."
                        + call.name().stringValue() + call.type().stringValue());
    }

    /** Finds the backward jumps of a method. Needs all elements of the method in order. */
    private static final class BackwardJumps {
        private final Set<Label> passed = new HashSet<>();

        boolean at(CodeElement element) {
            return switch (element) {
                case LabelTarget target -> {
                    passed.add(target.label());
                    yield false;
                }
                case BranchInstruction jump -> passed.contains(jump.target());
                case TableSwitchInstruction choice -> isBack(choice.defaultTarget(), choice.cases());
                case LookupSwitchInstruction choice -> isBack(choice.defaultTarget(), choice.cases());
                default -> false;
            };
        }

        private boolean isBack(Label other, List<SwitchCase> cases) {
            return passed.contains(other) || cases.stream().anyMatch(one -> passed.contains(one.target()));
        }
    }
}
