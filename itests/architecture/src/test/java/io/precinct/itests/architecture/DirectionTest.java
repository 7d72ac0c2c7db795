package io.precinct.itests.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for single packages and libraries. {@link FolderTest} has the rules for bundles. */
class DirectionTest {
    private static final String[] PLATFORM = {
        "java..",
        "javax..",
        "jdk..",
        "org.jspecify..",
        "org.osgi..",
        "org.slf4j..",
        "com.google.errorprone.annotations.."
    };
    /** Common code; every bundle has a copy of the parts that it uses. */
    private static final String COMMON = "io.precinct.common..";

    private static final String[] FRAMEWORK_CONTRACTS = {
        "io.precinct.api..", "io.precinct.core.api..", "io.precinct.shapes"
    };
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.precinct");

    @Test
    void theApiDependsOnNothingButThePlatform() {
        classes()
                .that()
                .resideInAPackage("io.precinct.api..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("io.precinct.api..")
                        .or(resideInAnyPackage(
                                "java..",
                                "org.jspecify..",
                                "org.osgi.annotation..",
                                "org.osgi.service.component.annotations..")))
                .check(CLASSES);
    }

    @Test
    void whatEveryBundleMayCopyDependsOnNothingButThePlatformAndTheRuntimeOfTemplates() {
        classes()
                .that()
                .resideInAPackage(COMMON)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        COMMON,
                        "gg.jte..",
                        "java..",
                        "javax.crypto..",
                        "javax.xml.stream..",
                        "org.jspecify..",
                        "org.osgi.framework..",
                        "org.osgi.resource.."))
                .check(CLASSES);
    }

    @Test
    void noBundleOffersItsCopiesOrTakesThoseOfAnother() throws IOException {
        ClassLoader loader = DirectionTest.class.getClassLoader();
        assertThat(Collections.list(loader.getResources("io/precinct/common/uri/PercentCoding.class")))
                .hasSizeGreaterThan(3);
        for (URL manifest : Collections.list(loader.getResources("META-INF/MANIFEST.MF"))) {
            try (InputStream in = manifest.openStream()) {
                Attributes headers = new Manifest(in).getMainAttributes();
                assertThat(headers.getValue("Export-Package") + headers.getValue("Import-Package"))
                        .as("%s", manifest)
                        .doesNotContain("io.precinct.common");
            }
        }
    }

    @Test
    void theContractsOfTheCoreDependOnTheApiOnly() {
        classes()
                .that()
                .resideInAPackage("io.precinct.core.api..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "io.precinct.api..",
                        "io.precinct.core.api..",
                        "java..",
                        "org.jspecify..",
                        "org.osgi.annotation.."))
                .check(CLASSES);
    }

    @Test
    void shapesKnowTheApiAndCommonCodeOnly() {
        classes()
                .that()
                .resideInAPackage("io.precinct.shapes..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "io.precinct.api..",
                        "io.precinct.shapes..",
                        COMMON,
                        "io.precinct.lib.re2j..",
                        "java..",
                        "org.jspecify..",
                        "org.osgi.annotation.."))
                .check(CLASSES);
    }

    @Test
    void whatEndpointsShareKnowsTheContractsAndTheDatabaseOnly() {
        classes()
                .that()
                .resideInAPackage("io.precinct.rest..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(FRAMEWORK_CONTRACTS)
                        .or(resideInAnyPackage("io.precinct.rest.api..", "io.precinct.postgres.api..", COMMON))
                        .or(resideInAnyPackage(PLATFORM))
                        .or(library()))
                .check(CLASSES);
    }

    @Test
    void thePackagesOfLiveSourceKnowEachOtherInOneDirection() {
        knowsNothingOf("io.precinct.source.git..", "io.precinct.source.parse..", "io.precinct.source.facts..");
        knowsNothingOf("io.precinct.source.parse..", "io.precinct.source.git..", "io.precinct.source.facts..");
        knowsNothingOf("io.precinct.source.facts..", "io.precinct.source");
        String facts = "io.precinct.source.facts.";
        knowsNothingOf(facts + "extraction..", facts + "store..", facts + "index..", facts + "query..");
        knowsNothingOf(facts + "store..", facts + "index..", facts + "query..");
        knowsNothingOf(facts + "index..", facts + "query..");
        only("org.h2..", facts + "store..");
        knowsNothingOf("io.precinct.treesitter..", "io.precinct.source..");
    }

    /** The packages are in the order of the table in architecture.md; add a new package there and here. */
    @Test
    void eachPackageOfTheDeployerKnowsOnlyThoseFurtherDown() {
        String root = "io.precinct.deploy";
        List<String> packages = Stream.of(
                        "",
                        ".status",
                        ".startup",
                        ".folder",
                        ".swap",
                        ".drain",
                        ".stage",
                        ".records",
                        ".store",
                        ".verify",
                        ".leak",
                        ".running")
                .map(root::concat)
                .toList();
        assertThat(CLASSES.stream().map(JavaClass::getPackageName).filter(name -> (name + ".").startsWith(root + ".")))
                .containsAll(packages)
                .isSubsetOf(packages);
        for (int i = 1; i < packages.size(); i++) {
            knowsNothingOf(packages.get(i), packages.subList(0, i).toArray(String[]::new));
        }
    }

    /** A trusted installation leaves containment out. Only the core uses its interface for threads. */
    @Test
    void nothingKnowsContainment() {
        only("io.precinct.containment..", "io.precinct.containment..");
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.precinct.containment.thread",
                        "io.precinct.core.api.thread",
                        "io.precinct.core",
                        "io.precinct.core.watch")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("io.precinct.core.api.thread.ThreadContainment")
                .check(CLASSES);
    }

    /**
     * Cases call an interface of their own, which the graph implements, so that neither waits for the other to start.
     */
    @Test
    void casesKnowNothingOfTheGraph() {
        knowsNothingOf("io.precinct.cases..", "io.precinct.graph..");
    }

    private static void knowsNothingOf(String subject, String... others) {
        noClasses()
                .that()
                .resideInAPackage(subject)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(CLASSES);
    }

    @Test
    void sqlStaysInTheDomains() {
        noClasses()
                .that(DescribedPredicate.describe(
                        "are in no domain",
                        type -> Folders.of(type)
                                .filter(each -> each.startsWith("domains/"))
                                .isEmpty()))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.jdbi..", "org.postgresql..", "com.zaxxer..")
                .check(CLASSES);
        only("com.zaxxer..", "io.precinct.postgres..");
        // A domain takes part in a Transaction; only the database begins and ends transactions.
        noClasses()
                .that()
                .resideOutsideOfPackage("io.precinct.postgres.pool..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("org\\.jdbi\\.v3\\.core\\.(Handle|Jdbi)")
                .check(CLASSES);
        only("org.postgresql..", "io.precinct.postgres..");
    }

    @Test
    void librariesStayInTheOneBundleThatOwnsThem() {
        only("org.eclipse.jetty..", "io.precinct.http..", "io.precinct.lib.jetty..");
        only("org.snakeyaml..", "io.precinct.config..");
        // All patterns are compiled there, where their cost is limited.
        only("com.google.re2j..", "io.precinct.lib.re2j..");
        // Parses and queries go through our binding, which avoids the faults of jtreesitter. The test kit offers its
        // types to authors; live source passes its jar to the processes that parse.
        only(
                "io.github.treesitter..",
                "io.precinct.treesitter..",
                "io.precinct.testkit..",
                "io.precinct.source.parse..");
        // Settings parse addresses as git does.
        only("org.eclipse.jgit..", "io.precinct.source.git..", "io.precinct.source.settings..");
        only("org.h2..", "io.precinct.source.facts..");
    }

    @Test
    void payloadsNeverCarryClassesOfALibraryAcrossTheApi() {
        noClasses()
                .that()
                .resideInAnyPackage("io.precinct.api..", "io.precinct.core.api..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml..", "org.eclipse..", "org.snakeyaml..", "com.google..")
                .check(CLASSES);
    }

    private static void only(String library, String... owners) {
        noClasses()
                .that()
                .resideOutsideOfPackages(owners)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> library() {
        return DescribedPredicate.describe(
                "libraries",
                javaClass -> !javaClass.getPackageName().startsWith("io.precinct")
                        || javaClass.getPackageName().startsWith("io.precinct.lib."));
    }
}
