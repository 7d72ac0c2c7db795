package io.precinct.common.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.common.component.ComponentDescription.Reference;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

class ComponentDescriptionTest {
    private static List<ComponentDescription> read(String xml) throws XMLStreamException {
        return ComponentDescription.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void everyComponentOfADocumentHasItsOwnMembers() throws Exception {
        assertThat(read("""
                        <components xmlns:scr="http://www.osgi.org/xmlns/scr/v1.5.0">
                          <scr:component name="first" configuration-policy="require">
                            <implementation class="a.First"/>
                            <reference interface="a.Must" target="(x=1)"/>
                            <reference interface="a.May" cardinality="0..n"/>
                          </scr:component>
                          <component><implementation/></component>
                        </components>
                        """))
                .containsExactly(
                        new ComponentDescription(
                                "first",
                                true,
                                List.of("a.First"),
                                List.of(new Reference("a.Must", "(x=1)", true), new Reference("a.May", null, false))),
                        new ComponentDescription(
                                "without a name", false, java.util.Arrays.asList((String) null), List.of()));
    }

    @Test
    void elementsOfOtherNamespacesAreNoComponents() throws Exception {
        assertThat(read("<component xmlns=\"http://www.example.org/\"><implementation class=\"a\"/></component>"))
                .isEmpty();
    }

    @Test
    void entitiesAreNotRead() {
        assertThatThrownBy(() -> read("""
                        <!DOCTYPE component [<!ENTITY name "x">]>
                        <component>&name;</component>
                        """)).isInstanceOf(XMLStreamException.class);
        assertThatThrownBy(() -> read("<component>")).isInstanceOf(XMLStreamException.class);
    }
}
