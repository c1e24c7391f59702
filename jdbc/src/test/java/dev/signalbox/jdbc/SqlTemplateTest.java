package dev.signalbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SqlTemplateTest {
    private enum Part {
        X,
        Y
    }

    private static final String TEXT = """
            -- a comment
            SELECT {a}, ':no'
            --[x]
            WHERE a = :one
              --[y]
              AND y
              --[else]
              AND NOT y
              --[/]
            --[/]
            --[!x]
            LIMIT :two
            --[/]
            OFFSET :one""";

    private static SqlTemplate<Part> parse(String text, LayoutPart... layoutParts) {
        List<Enum<?>> parts = new ArrayList<>(Arrays.asList(Part.values()));
        parts.addAll(Arrays.asList(layoutParts));
        return new SqlTemplateParser("test.sql", "a"::equals, parts)
                .parse(text.lines().toList());
    }

    @Test
    void namesPartsAndParametersAreFilledIn() {
        SqlTemplate<Part> template = parse(TEXT);
        Map<String, String> names = Map.of("a", "\"odd :name {b} $1\"");
        assertThat(template.fill(names, Set.of(Part.X)))
                .isEqualTo(new Sql(
                        "SELECT \"odd :name {b} $1\", ':no'\nWHERE a = ?\n  AND NOT y\nOFFSET ?",
                        List.of("one", "one")));
        assertThat(template.fill(names, Set.of(Part.Y)))
                .isEqualTo(new Sql("SELECT \"odd :name {b} $1\", ':no'\nLIMIT ?\nOFFSET ?", List.of("two", "one")));
    }

    @Test
    void partsOfTheLayoutAreChosenApart() {
        SqlTemplate<Part> template =
                parse("--[x]\n--[y]\n--[/]\n--[/]\n--[moments]\nA\n--[else]\nB\n--[/]", LayoutPart.MOMENTS);
        assertThat(template.fill(Map.of(), Set.of(), Set.of(LayoutPart.MOMENTS)).text())
                .isEqualTo("A");
        assertThat(template.fill(Map.of()).text()).isEqualTo("B");
    }

    @Test
    void aNameThatIsNotGivenIsAnError() {
        assertThatThrownBy(() -> parse(TEXT).fill(Map.of())).hasMessage("test.sql: nothing to fill in for {a}");
    }

    @Test
    void anUnknownPartIsAnErrorThatNamesItsLine() {
        assertThatThrownBy(() -> parse("SELECT 1\n--[z]\n--[/]"))
                .hasMessage("test.sql, line 2: unknown part [z]; known are [x, y]");
        assertThatThrownBy(() -> parse("SELECT 1\n--[!z]\n--[/]"))
                .hasMessage("test.sql, line 2: unknown part [z]; known are [x, y]");
    }

    @Test
    void aPartThatTheStatementLacksIsAnError() {
        assertThatThrownBy(() -> parse("--[x]\n--[/]")).hasMessage("test.sql: no part for [Y]");
        assertThatThrownBy(() -> parse(TEXT, LayoutPart.MOMENTS)).hasMessage("test.sql: no part for [MOMENTS]");
    }

    @Test
    void anUnknownNameIsAnError() {
        assertThatThrownBy(() -> parse("-- {c}\nSELECT {a}\nFROM {b}"))
                .hasMessage("test.sql, line 3: unknown name {b}");
    }

    @Test
    void marksMustBeBalanced() {
        assertThatThrownBy(() -> parse("--[x]\n--[y]\n--[/]"))
                .hasMessage("test.sql, line 1: the part that begins here has no end --[/]");
        assertThatThrownBy(() -> parse("SELECT 1\n--[/]")).hasMessage("test.sql, line 2: no part is open here");
        assertThatThrownBy(() -> parse("--[else]")).hasMessage("test.sql, line 1: no part is open here");
        assertThatThrownBy(() -> parse("--[x]\n--[else]\n--[else]\n--[/]"))
                .hasMessage("test.sql, line 3: a second --[else]");
    }

    @Test
    void whatLooksLikeAMarkIsNoComment() {
        for (String line : List.of("-- [x]", "--[x", "--[x] why", "--[x-y]")) {
            assertThatThrownBy(() -> parse(line))
                    .hasMessageStartingWith("test.sql, line 1: " + line + " is neither a comment nor a mark");
        }
    }
}
