package io.precinct.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The folders below {@code bundles/} determine which bundle may use which.
 */
class FolderTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.precinct");

    /** A folder, and the folders that its classes may use besides their own. The first rule that matches applies. */
    private record Rule(String folder, List<String> known) {
        static Rule of(String folder, String... known) {
            return new Rule(folder, List.of(known));
        }
    }

    /** Known to all: the module of the wrappers without code, and those with code. */
    private static final String LIBRARIES = "lib(/[^/]+)?";

    private static final String[] CONTRACTS = {"api", "framework/core-api", "framework/shapes"};

    private static final List<Rule> RULES = List.of(
            Rule.of("api"),
            Rule.of("framework/(core-api|shapes)", "api"),
            Rule.of("framework/[^/]+", CONTRACTS),
            Rule.of("(boundaries|formatters|resolvers)/[^/]+", CONTRACTS),
            Rule.of(LIBRARIES));

    /** The folders that a bundle of a domain may use: contracts, and the API that each domain offers to others. */
    private static final List<String> KNOWN_TO_DOMAINS =
            List.of("api", "framework/core-api", "framework/shapes", "domains/[^/]+/([^/]+-)?api");

    /** Folders that are shared within a domain although their names do not mark them as contracts. */
    private static final List<String> SHARED_WITHIN = List.of("domains/source/treesitter");

    @Test
    void everyClassKnowsOnlyWhatItsFolderMayKnow() {
        Set<String> faults = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            Folders.of(type)
                    .ifPresent(from -> type.getDirectDependenciesFromSelf().stream()
                            .map(Dependency::getTargetClass)
                            .map(JavaClass::getBaseComponentType)
                            .forEach(target -> Folders.of(target)
                                    .filter(to -> !mayKnow(from, to))
                                    .ifPresent(to -> faults.add(from + " knows " + to + ": " + type.getName() + " uses "
                                            + target.getName()))));
        }

        assertThat(faults).isEmpty();
    }

    @Test
    void everyBundleLiesInAFolderThatHasARule() {
        Set<String> folders = new TreeSet<>();
        CLASSES.forEach(type -> Folders.of(type).ifPresent(folders::add));

        assertThat(folders)
                .contains("api", "framework/core", "boundaries/echo", "domains/cases/service", "domains/source/engine")
                .allMatch(folder -> folder.startsWith("domains/")
                        || RULES.stream().anyMatch(rule -> folder.matches(rule.folder())));
    }

    @ParameterizedTest
    @CsvSource({
        "framework/core, framework/core-api, true",
        "framework/core, framework/http, false",
        "framework/core, domains/platform/postgres-api, false",
        "boundaries/echo, framework/core, false",
        "resolvers/env, domains/cases/graph-api, false",
        "domains/cases/service, domains/cases/graph-api, true",
        "domains/cases/service, domains/cases/graph, false",
        "domains/cases/service, domains/platform/rest-api, true",
        "domains/cases/service, domains/platform/postgres, false",
        "domains/source/engine, domains/source/treesitter, true",
        "domains/cases/service, domains/source/treesitter, false",
        "domains/cases/service, framework/core, false",
        "domains/cases/service, lib, true",
        "framework/http, lib/jetty, true",
        "lib/re2j, lib, true",
        "lib/re2j, api, false"
    })
    void theRulesAreThoseOfTheArchitecture(String from, String to, boolean may) {
        assertThat(mayKnow(from, to)).isEqualTo(may);
    }

    private static boolean mayKnow(String from, String to) {
        if (from.equals(to) || to.matches(LIBRARIES)) {
            return true;
        }
        if (from.startsWith("domains/")) {
            return matches(KNOWN_TO_DOMAINS, to)
                    || matches(SHARED_WITHIN, to) && to.startsWith(from.substring(0, from.lastIndexOf('/') + 1));
        }
        return RULES.stream()
                .filter(rule -> from.matches(rule.folder()))
                .findFirst()
                .map(rule -> matches(rule.known(), to))
                .orElse(true);
    }

    private static boolean matches(List<String> folders, String folder) {
        return folders.stream().anyMatch(folder::matches);
    }
}
