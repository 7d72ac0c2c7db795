package io.precinct.configuration.queries.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FormatsTest {
    @Test
    void aFormatIsKnownByTheEndOfTheName() {
        assertThat(Format.of("a/b.json")).isEqualTo(Format.JSON);
        assertThat(Format.of("a.d/b.YML")).isEqualTo(Format.YAML);
        assertThat(Format.of("main.tf")).isEqualTo(Format.HCL);
        assertThat(Format.of("a.yaml/b")).isNull();
        assertThat(Format.of("json")).isNull();
    }

    @Test
    void jsonTellsWhereKeysAndElementsStand() throws BadDocument {
        Located json = Documents.one("a.json", "{\n  \"a\": [1, 2.5, true],\n  \"b/c\": {\"~\": null}\n}\n");

        assertThat(json.plain())
                .isEqualTo(Map.of("a", List.of(1L, 2.5, true), "b/c", java.util.Collections.singletonMap("~", null)));
        assertThat(Documents.places(json))
                .containsExactly(" 1:0", "/a 2:2", "/a/0 2:8", "/a/1 2:11", "/a/2 2:16", "/b~1c 3:2", "/b~1c/~0 3:10");
    }

    @Test
    void columnsAreBytesOfUtf8() throws BadDocument {
        assertThat(Documents.places(Documents.one("a.json", "{\"ä\": [\"😀\", 1, 2], \"b\": 3}")))
                .contains("/ä 1:1", "/ä/0 1:8", "/ä/1 1:16", "/b 1:23");
        assertThat(Documents.places(Documents.one("a.yaml", "ä: ['😀', 1]\nb: {é: 2}\n")))
                .contains("/ä 1:0", "/ä/0 1:5", "/ä/1 1:13", "/b 2:0", "/b/é 2:4");
        assertThat(Documents.places(Documents.one("a.toml", "\"ä\" = ['😀', 1]\n")))
                .contains("/ä/0 1:8", "/ä/1 1:16");
    }

    @Test
    void commentsStandOnlyInJsonThatIsNamedSo() throws BadDocument {
        String text = "// c\n{\"a\": 1, /* d */}\n";
        for (String name : List.of(
                "a.jsonc",
                "tsconfig.json",
                "web/tsconfig.build.json",
                "jsconfig.json",
                ".devcontainer/devcontainer.json",
                ".vscode/settings.json",
                ".eslintrc.json",
                "a.code-workspace")) {
            assertThat(Documents.one(name, text).plain()).as(name).isEqualTo(Map.of("a", 1L));
        }
        assertThat(Documents.fault("mytsconfig.json", text).line()).isEqualTo(1);
        assertThat(Documents.fault("a.json", text).line()).isEqualTo(1);
    }

    @Test
    void everyDocumentOfAYamlStreamIsRead() throws BadDocument {
        List<Located> all = Documents.of("a.yml", "a: 1\n---\n- b\n- c:\n    d: e\n---\n...\n");

        assertThat(all).hasSize(3);
        assertThat(all.get(1).plain()).isEqualTo(List.of("b", Map.of("c", Map.of("d", "e"))));
        assertThat(Documents.places(all.get(1))).containsExactly(" 3:0", "/0 3:2", "/1 4:2", "/1/c 4:2", "/1/c/d 5:4");
        assertThat(all.get(2).plain()).isNull();
        assertThat(Documents.of("empty.yaml", "# nothing\n")).isEmpty();
    }

    @Test
    void yamlIsThatOfKubernetesAndCompose() throws BadDocument {
        Located yaml = Documents.one(
                "a.yaml",
                "on: yes\nmode: 010\nport: 22:22\nday: 2026-01-02\nn: ~\nq: 'no'\nv: 1_000\nf: 1e3\ni: .inf\nt: !Ref x\nh: 0x1F\n");

        assertThat(yaml.members().keySet()).startsWith("on", "mode");
        assertThat(yaml.members().values().stream().map(Located::plain))
                .containsExactly(
                        true,
                        8L,
                        "22:22",
                        "2026-01-02",
                        null,
                        "no",
                        1000L,
                        yaml.members().get("f").value(),
                        ".inf",
                        Map.of("!Ref", "x"),
                        31L);
    }

    @Test
    void tagsOfApplicationsAreMembers() throws BadDocument {
        Located yaml = Documents.one(
                "a.yaml",
                "a: !Sub x\nb: !Ref x\nc: !Join [',', [!Ref x]]\nd: !env &e {n: 1}\ne: *e\nf: !!str 1\ng: ! 1\n"
                        + "h: !<tag:example.org,2026:t> ''\ni: {<<: [{x: 1}]}\n");

        assertThat(yaml.plain())
                .isEqualTo(Data.map(
                        "a", Map.of("!Sub", "x"),
                        "b", Map.of("!Ref", "x"),
                        "c", Map.of("!Join", List.of(",", List.of(Map.of("!Ref", "x")))),
                        "d", Map.of("!env", Map.of("n", 1L)),
                        "e", Map.of("!env", Map.of("n", 1L)),
                        "f", "1",
                        "g", "1",
                        "h", Map.of("tag:example.org,2026:t", ""),
                        "i", Map.of("x", 1L)));
        assertThat(Documents.places(yaml)).contains("/a 1:0", "/a/!Sub 1:0", "/c/!Join/1/0/!Ref 3:16");
    }

    @Test
    void numbersOfHclAreExact() throws BadDocument {
        Located hcl = Documents.one(
                "a.tfvars",
                "a = 1234567890123456789\nb = -9223372036854775809\nc = 1.5\nd = 1" + "0".repeat(1000) + "\n");

        assertThat(hcl.plain())
                .isEqualTo(Data.map(
                        "a",
                        1234567890123456789L,
                        "b",
                        new BigInteger("-9223372036854775809"),
                        "c",
                        1.5,
                        "d",
                        "1" + "0".repeat(1000)));
    }

    @Test
    void timesOfTomlStayAsTheyAreWritten() throws BadDocument {
        Located toml = Documents.one(
                "a.toml",
                "a = 1979-05-27T07:32:00-08:00\nb = 1979-05-27 07:32:00z\n\"1979-05-27\" = 1979-05-27T00:00:00.500\n"
                        + "c = [07:32:00, 07:32:01, 1979-05-27, 1]\n[d]\n\"x.07:32:00\" = 08:00:00\n");

        assertThat(toml.plain())
                .isEqualTo(Data.map(
                        "a", "1979-05-27T07:32:00-08:00",
                        "b", "1979-05-27 07:32:00z",
                        "1979-05-27", "1979-05-27T00:00:00.500",
                        "c", List.of("07:32:00", "07:32:01", "1979-05-27", 1L),
                        "d", Map.of("x.07:32:00", "08:00:00")));
    }

    @Test
    void whiteSpaceThatIsMeantStaysInXml() throws BadDocument {
        Located xml = Documents.one(
                "a.xml",
                "<r>\n<a> <![CDATA[ x ]]> </a><b xml:space='preserve'> y <c> z </c><d xml:space='default'> w </d></b>"
                        + "<e> v </e><f><![CDATA[ ]]></f></r>");

        assertThat(xml.plain())
                .isEqualTo(Map.of(
                        "r",
                        Data.map(
                                "a", " x ",
                                "b",
                                        Data.map(
                                                "@xml:space",
                                                "preserve",
                                                "#text",
                                                " y ",
                                                "c",
                                                " z ",
                                                "d",
                                                Map.of("@xml:space", "default", "#text", "w")),
                                "e", "v",
                                "f", " ")));
    }

    @Test
    void aDirectiveSaysYaml12() throws BadDocument {
        List<Located> all =
                Documents.of("a.yaml", "%YAML 1.2\n---\n[yes, 010, 0o10, 1e3, true]\n...\n---\n[yes, 010]\n");

        assertThat(all.get(0).plain()).isEqualTo(List.of("yes", 10L, 8L, 1000.0, true));
        assertThat(all.get(1).plain()).isEqualTo(List.of(true, 8L));
    }

    @Test
    void aReferenceIsTheValueWhereItIsWritten() throws BadDocument {
        Located yaml = Documents.one(
                "a.yaml", "base: &b\n  x: 1\n  y: 2\nuse: *b\nmore:\n  <<: *b\n  y: 3\nboth: {<<: [*b, {z: 4}]}\n");

        assertThat(yaml.members().get("use")).isSameAs(yaml.members().get("base"));
        assertThat(yaml.members().get("more").plain()).isEqualTo(Map.of("x", 1L, "y", 3L));
        assertThat(yaml.members().get("both").plain()).isEqualTo(Map.of("x", 1L, "y", 2L, "z", 4L));
        assertThat(yaml.members().get("more").members().get("x").pointer()).isEqualTo("/base/x");
        Located nested = Documents.one("a.yaml", "a: &x [1]\nb: {c: *x}\n");
        assertThat(nested.members().get("b").members().get("c").pointer()).isEqualTo("/a");
    }

    @Test
    void tomlTellsWhereKeysAndElementsStand() throws BadDocument {
        Located toml = Documents.one(
                "a.toml",
                "title = 'x'\n[server]\nport = 8_080\nwhen = 2026-01-02T03:04:05Z\n[[jobs]]\nn = [\n  1,\n  inf ]\n[[jobs]]\na.b = true\n");

        assertThat(toml.plain())
                .isEqualTo(Map.of(
                        "title",
                        "x",
                        "server",
                        Map.of("port", 8080L, "when", "2026-01-02T03:04:05Z"),
                        "jobs",
                        List.of(Map.of("n", List.of(1L, "inf")), Map.of("a", Map.of("b", true)))));
        assertThat(Documents.places(toml))
                .contains("/title 1:0", "/server 2:0", "/server/port 3:0", "/jobs/0/n 6:0", "/jobs/0/n/0 7:2")
                .contains("/jobs/0/n/1 8:2", "/jobs/1/a/b 10:0");
    }

    @Test
    void propertiesNestAtDots() throws BadDocument {
        Located properties = Documents.one(
                "a.properties",
                "# c\na.b=1\n  a.c : two \\\n   lines\n! d\na.b.x=\\u00e4\\t\nplain\nk\\=\\:\\ y   v=1\nlast=1\nlast=2\n");

        assertThat(properties.plain())
                .isEqualTo(Map.of(
                        "a",
                        Map.of("b", Map.of("#text", "1", "x", "ä\t"), "c", "two lines"),
                        "plain",
                        "",
                        "k=: y",
                        "v=1",
                        "last",
                        "2"));
        assertThat(Documents.places(properties)).contains("/a 2:0", "/a/b 2:0", "/a/c 3:2", "/a/b/x 6:0", "/last 10:0");
    }

    /** The JDK's own reader is the reference for everything but the places. */
    @Test
    void propertiesAreReadAsTheJdkDoes() throws Exception {
        String text = "a = b\\\n\\\n  c\r\nd\te\n f:g=h\n=x\n:y\nk\\\\=z\\\\\n\\#no=1\n\f p\fq\n#x\\\nu=1\nend\\";
        var measure = new java.util.Properties();
        measure.load(new java.io.StringReader(text));

        assertThat(Documents.one("a.properties", text).plain()).isEqualTo(measure);
    }

    @Test
    void xmlTellsWhereElementsAndAttributesStand() throws BadDocument {
        Located xml = Documents.one(
                "a.xml",
                "<?xml version='1.0'?>\n<!-- <no/> -->\n<r xmlns:p='u' v = \"a>b\">\n  <p:e p:x='2'>1</p:e>\n  <i n='1'/><i>two<![CDATA[<x>]]></i>\n  text\n  <empty/>\n</r>\n");

        assertThat(xml.plain())
                .isEqualTo(Map.of(
                        "r",
                        Map.of(
                                "@xmlns:p",
                                "u",
                                "@v",
                                "a>b",
                                "#text",
                                "text",
                                "p:e",
                                Map.of("@p:x", "2", "#text", "1"),
                                "i",
                                List.of(Map.of("@n", "1"), "two<x>"),
                                "empty",
                                "")));
        assertThat(Documents.places(xml))
                .contains(
                        "/r 3:0",
                        "/r/@xmlns:p 3:3",
                        "/r/@v 3:15",
                        "/r/p:e 4:2",
                        "/r/p:e/@p:x 4:7",
                        "/r/i 5:2",
                        "/r/i/0 5:2")
                .contains("/r/i/0/@n 5:5", "/r/i/1 5:12", "/r/empty 7:2");
    }

    @Test
    void aDocumentTypeIsReadOver() throws BadDocument {
        Located xml = Documents.one(
                "a.xml",
                "<!DOCTYPE r SYSTEM \"http://127.0.0.1:1/x.dtd\" [\n <!ELEMENT r (#PCDATA)> <!-- > -->\n]>\n<r>a&amp;b</r>");

        assertThat(xml.plain()).isEqualTo(Map.of("r", "a&b"));
        assertThat(Documents.places(xml)).contains("/r 4:0");
    }

    @Test
    void hclHasItsJsonForm() throws BadDocument {
        Located hcl = Documents.one(
                "main.tf",
                "# c\nresource \"aws\" \"web\" {\n  ami   = \"a-${var.x}\\n\"\n  count = 2 // two\n  tags  = { Name = \"n\", \"k\" : [1, -2.5, null,], (var.k) = true }\n"
                        + "  size  = var.big ? 1 : 2\n  sum = [1, 2][0]\n  ingress { port = 1 }\n  ingress {\n    port = 2\n  }\n"
                        + "  user_data = <<-EOT\n    a\n      b\n  EOT\n  all = [for s in var.l : upper(s)]\n}\nresource \"aws\" \"db\" {}\nempty = \"\"\n");

        Located web =
                hcl.members().get("resource").members().get("aws").members().get("web");
        assertThat(web.plain())
                .isEqualTo(Map.of(
                        "ami",
                        "a-${var.x}\n",
                        "count",
                        2L,
                        "tags",
                        Data.map("Name", "n", "k", Arrays.asList(1L, -2.5, null), "${var.k}", true),
                        "size",
                        "${var.big ? 1 : 2}",
                        "sum",
                        "${[1, 2][0]}",
                        "ingress",
                        List.of(Map.of("port", 1L), Map.of("port", 2L)),
                        "user_data",
                        "a\n  b\n",
                        "all",
                        "${[for s in var.l : upper(s)]}"));
        assertThat(hcl.members().get("resource").members().get("aws").members().keySet())
                .containsExactly("web", "db");
        assertThat(Documents.places(hcl))
                .contains("/resource 2:0", "/resource/aws 2:9", "/resource/aws/web 2:15")
                .contains("/resource/aws/web/ami 3:2", "/resource/aws/web/tags/k 5:24")
                .contains("/resource/aws/web/ingress/1/port 10:4", "/resource/aws/db 18:15");
    }
}
