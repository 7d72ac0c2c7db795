package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.facts.extraction.Engine.Stopped;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

// @req:source-symbols
class MacrosTest {
    private static String hidden(String text) throws Stopped {
        Macros macros = Macros.in("cpp", text.getBytes(StandardCharsets.UTF_8), () -> false);
        return macros == null ? text : new String(macros.text(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class API_ Name final : public Base {};|class Name final : public Base {};",
                "class API(1) Name {};|class Name {};",
                "class Name FINAL {};|class Name {};",
                "enum class API Size { A, B };|enum class Size { A, B };",
                "void A::f(int a) const LOCKS(mutex) {}|void A::f(int a) const {}",
                "void f() NORETURN;|void f() ;",
                "bool operator==(A b) PURE_ LOCKS(m) { }|bool operator==(A b) { }",
                "int x; API Reporter* f();|int x; Reporter* f();",
                "static INLINE auto f() -> int;|static auto f() -> int;",
                "API std::vector<int> f();|std::vector<int> f();",
                "struct A { CONSTEXPR A(int b) : c(b) {} };|struct A { A(int b) : c(b) {} };",
                "struct A { INLINE operator bool() const; INLINE ~A(); };|struct A { operator bool() const; ~A(); };",
                "PUBLIC(char *) print(void);|char * print(void);",
                "typedef BARE(P) Raw;|typedef P Raw;",
                "int CALL main(void) {}|int main(void) {}",
                "void *(CALL *allocate)(int);|void *( *allocate)(int);",
                "BEGIN_NAMESPACE BEGIN_EXPORT template <class T> class A;|template <class T> class A;",
                "template <class T, ENABLE(is<T>::v)> int f();|template <class T > int f();",
                "void f(int *a UNUSED, int b UNUSED);|void f(int *a , int b );",
            })
    void aMacroThatTheLanguageHasNoRoomForIsHidden(String text, String expected) throws Stopped {
        assertThat(hidden(text).replaceAll(" +", " ").strip()).isEqualTo(expected);
        assertThat(hidden(text)).hasSameSizeAs(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UINT f(int a) { return A; }",
                "static const UINT kSize = MAX;",
                "BOOL const Foo::bar() {}",
                "struct STAT st;",
                "struct STAT *find(int a) { return 0; }",
                "struct POINT { int x; };",
                "enum { A, B = A, C };",
                "TEST(group, name) { f(); }",
                "int f(FILE *file, UINT a) { return (int) MAX; }",
                "int f() { if (a) RETURN; return f(b) + MAX * c; }",
                "x = (size_t) MAX;",
                "unsigned char FOO;",
                "void f(const UINT a, unsigned UINT);",
                "int x = A < B > C;",
                "#define X class API Name {\nint y;",
                "// class API Name {\nint y; /* class API Name { */",
                "const char *s = \"class API Name {\"; auto r = R\"(class API Name {)\";",
                "API /* @req:kept */ (x) int y;",
                "class API(/* @req:kept */) Name {};",
            })
    void whatMayBeATypeAValueOrAComputationStays(String text) throws Stopped {
        assertThat(hidden(text)).isEqualTo(text);
    }

    @Test
    void onlyTextsOfCAndItsKinHaveMacros() throws Stopped {
        byte[] text = "class API Name {}".getBytes(StandardCharsets.UTF_8);
        assertThat(Macros.in("java", text, () -> false)).isNull();
        assertThat(Macros.in("c", text, () -> false)).isNotNull();
    }

    @Test
    void linesAndPlacesStayWhereTheyWere() throws Stopped {
        var found = ExtractedFacts.of("cpp", """
                // größer
                class API(1,
                          2) Shop {
                  // @req:A-1
                  API Item* find(int id) LOCKED(mutex);
                  const T* const factory_;
                };
                """);
        assertThat(found.symbols()).containsExactly("class Shop", "method Shop/find", "field Shop/factory_");
        assertThat(found.facts().hasError()).isFalse();
        assertThat(found.notes())
                .containsExactly("req:A-1 next method Shop/find | API Item* find(int id) LOCKED(mutex);");
    }

    @Test
    void membersOfAnExportedClassHaveTheirKinds() {
        assertThat(ExtractedFacts.of("cpp", """
                namespace n {
                class API Reporter {
                 public:
                  CONSTEXPR Reporter(int size) : size_(size) {}
                  virtual ~Reporter() {}
                  typedef void* Handle;
                 private:
                  T* const factory_;
                  static const char kName[];
                };
                }
                """).symbols())
                .containsExactly(
                        "module n",
                        "class n/Reporter",
                        "constructor n/Reporter/Reporter",
                        "method n/Reporter/~Reporter",
                        "type n/Reporter/Handle",
                        "field n/Reporter/factory_",
                        "field n/Reporter/kName");
    }

    @Test
    void aFunctionOfCKeepsTheMacroBeforeIt() {
        var found = ExtractedFacts.of("c", "PUBLIC(char *) print(void)\n{\n    return 0;\n}\n");
        assertThat(found.symbols()).containsExactly("function print");
        assertThat(found.facts().symbols().getFirst().start()).isZero();
    }

    @Test
    void aMacroWithABodyIsAFunctionOfC() {
        var found = ExtractedFacts.of("c", "TEST(group, name) {\n    f();\n}\n\nint after;\n");
        assertThat(found.symbols()).containsExactly("function TEST", "field after");
    }

    @Test
    void whatIsNotClosedEndsWithTheText() throws Stopped {
        for (String text :
                new String[] {"API(", "class API", "R\"x(", "\"", "/*", "'", "#if \\", "A(B(C", "A)", "A::"}) {
            assertThat(hidden(text)).hasSameSizeAs(text);
        }
    }

    @Test
    void aLookThatIsGivenUpStopsInTheMiddle() {
        byte[] text = "API int f();\n".repeat(1_000).getBytes(StandardCharsets.UTF_8);
        var looks = new AtomicInteger();
        assertThatThrownBy(() -> Macros.in("c", text, () -> looks.incrementAndGet() == 2))
                .isInstanceOf(Stopped.class);
        assertThat(looks.get()).isEqualTo(2);
    }
}
