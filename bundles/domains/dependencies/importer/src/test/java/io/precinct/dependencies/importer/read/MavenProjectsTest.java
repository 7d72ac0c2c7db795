package io.precinct.dependencies.importer.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MavenProjectsTest {
    private static final String PARENT = """
            <?xml version="1.0"?>
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <parent><groupId>org.boot</groupId><artifactId>starter</artifactId><version>3</version><relativePath/></parent>
              <groupId>org.shop</groupId>
              <artifactId>parent</artifactId>
              <packaging>pom</packaging>
              <modules><module>cart</module></modules>
              <properties><json.group>org.json</json.group><its.scope>test</its.scope></properties>
              <dependencyManagement><dependencies>
                <dependency><groupId>org.junit</groupId><artifactId>junit</artifactId><scope>test</scope></dependency>
                <dependency><groupId>org.bom</groupId><artifactId>bom</artifactId><type>pom</type><scope>import</scope></dependency>
                <dependency><groupId>${json.group}</groupId><artifactId>json</artifactId><version>1</version></dependency>
              </dependencies></dependencyManagement>
            </project>
            """;

    private static String cart(String dependencies) {
        return """
            <project>
              <!-- inherits its group -->
              <parent><groupId>org.shop</groupId><artifactId>parent</artifactId><version>1</version></parent>
              <artifactId>cart</artifactId>
              <build><plugins><plugin><groupId>org.plug</groupId><artifactId>plugin</artifactId></plugin></plugins></build>
              <dependencies>
            %s
              </dependencies>
            </project>
            """.formatted(dependencies);
    }

    private static String dependency(String group, String artifact, String more) {
        return "<dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId>" + more
                + "</dependency>";
    }

    // @req:dependency-import-maven
    @Test
    void whatAPomDeclaresAndInheritsIsFound() {
        var found = ReadFiles.of(Map.of(
                "pom.xml",
                PARENT,
                "cart/pom.xml",
                cart(String.join(
                        "\n",
                        dependency("${json.group}", "json", ""),
                        dependency("org.junit", "junit", ""),
                        dependency("${project.groupId}", "stock", "<version>${project.version}</version>"),
                        dependency("org.a", "runtime", "<scope>runtime</scope>"),
                        dependency("org.a", "provided", "<scope>provided</scope>"),
                        dependency("org.a", "tests", "<scope>${its.scope}</scope>")))));

        assertThat(found.edges())
                .containsExactly(
                        "library:maven/org.shop/cart > library:maven/org.a/provided",
                        "library:maven/org.shop/cart > library:maven/org.a/runtime",
                        "library:maven/org.shop/cart > library:maven/org.json/json",
                        "library:maven/org.shop/cart > library:maven/org.shop/parent",
                        "library:maven/org.shop/cart > library:maven/org.shop/stock",
                        "library:maven/org.shop/parent > library:maven/org.boot/starter");
        assertThat(found.faults()).isEmpty();
        assertThat(found.read()).containsExactly(Map.entry("maven", 2));
        assertThat(found.files("library:maven/org.shop/cart", "library:maven/org.json/json"))
                .as("its scope comes from the parent")
                .asString()
                .contains("cart/pom.xml", "pom.xml");
    }

    @Test
    void whatAPlaceholderStandsForIsSaidToBeUnknown() {
        var found = ReadFiles.of(
                "pom.xml",
                "<project><groupId>g</groupId><artifactId>a</artifactId><properties><x>${y}</x><y>${x}</y></properties>\n"
                        + "<dependencies>\n"
                        + dependency("${nowhere}", "b", "") + "\n"
                        + dependency("${x}", "c", "") + "\n"
                        + dependency("g", "d", "")
                        + "</dependencies></project>");
        assertThat(found.edges()).containsExactly("library:maven/g/a > library:maven/g/d");
        assertThat(found.faults())
                .containsExactly(
                        "pom.xml:3 what ${nowhere} stands for is not known from the repository",
                        "pom.xml:4 what ${x} stands for is not known from the repository");
    }

    @Test
    void aPomWhoseParentIsBrokenIsNotUnderstoodEither() {
        var found = ReadFiles.of(Map.of("pom.xml", PARENT.replace("</packaging>", ""), "cart/pom.xml", cart("")));
        assertThat(found.edges()).isEmpty();
        assertThat(found.faults()).hasSize(2);
        assertThat(found.faults().getFirst()).startsWith("!pom.xml:").contains("packaging");
        assertThat(found.faults().getLast()).isEqualTo("!cart/pom.xml:0 its parent pom.xml cannot be read");
    }

    // @req:dependency-import-hostile
    @Test
    @Timeout(20)
    void entitiesAreNeitherReadNorExpanded() {
        String laughs = """
            <!DOCTYPE project [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY x SYSTEM "file:///etc/passwd">]>
            <project><groupId>g</groupId><artifactId>a</artifactId><name>&b;</name>
            <dependencies>
            <dependency><groupId>g</groupId><artifactId>&x;</artifactId></dependency>
            <dependency><groupId>g</groupId><artifactId>fine</artifactId></dependency>
            </dependencies></project>
            """;
        var found = ReadFiles.of("pom.xml", laughs);
        assertThat(found.edges().toString() + found.faults())
                .doesNotContain("root:")
                .doesNotContain("aaaaaaaaaa");
        assertThat(found.faults()).hasSize(1);
        assertThat(ReadFiles.of("pom.xml", "<a>".repeat(100_000)).faults())
                .singleElement()
                .asString()
                .startsWith("!pom.xml:1 it has more than");
        assertThat(ReadFiles.of("pom.xml", "").faults())
                .singleElement()
                .asString()
                .startsWith("!pom.xml:1 ");
        assertThat(ReadFiles.of("pom.xml", "<html/>").faults())
                .containsExactly("!pom.xml:1 a pom is a project, and this is a html");
    }
}
