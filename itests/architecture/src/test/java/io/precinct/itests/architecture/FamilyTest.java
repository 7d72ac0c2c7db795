package io.precinct.itests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Tests what the families of all domains have in common. */
class FamilyTest {
    private static final String FAMILY = "io.precinct.api.boundary.BoundaryFamily";
    private static final String[] DOMAINS = {
        "io.precinct.cases..",
        "io.precinct.events..",
        "io.precinct.graph..",
        "io.precinct.recurring..",
        "io.precinct.source.."
    };

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(
                    "io.precinct.api",
                    "io.precinct.rest",
                    "io.precinct.cases",
                    "io.precinct.events",
                    "io.precinct.graph",
                    "io.precinct.recurring",
                    "io.precinct.source");

    /** {@code Endpoint.family} sets the place of the seal of every route, and no other code does. */
    @Test
    void everyFamilyOfADomainSealsInTheHeader() {
        assertThat(CLASSES.stream().filter(type -> type.isAssignableTo(FAMILY) && !type.isInterface()))
                .hasSizeGreaterThan(15);
        classes()
                .that()
                .resideInAnyPackage(DOMAINS)
                .and()
                .implement(FAMILY)
                .should()
                .callMethodWhere(describe(
                        "Endpoint.family is called",
                        (JavaMethodCall call) -> call.getTargetOwner().getName().equals("io.precinct.rest.api.Endpoint")
                                && call.getName().equals("family")))
                .check(CLASSES);
    }
}
