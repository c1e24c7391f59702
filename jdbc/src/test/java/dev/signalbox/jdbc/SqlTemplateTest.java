package dev.signalbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SqlTemplateTest {
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

    @Test
    void namesFlagsAndParametersAreFilledIn() {
        SqlTemplate template = SqlTemplate.of("test.sql", TEXT);
        Map<String, String> names = Map.of("a", "\"odd :name {b} $1\"");
        assertThat(template.fill(names, Set.of("x")))
                .isEqualTo(new Sql(
                        "SELECT \"odd :name {b} $1\", ':no'\nWHERE a = ?\n  AND NOT y\nOFFSET ?",
                        List.of("one", "one")));
        assertThat(template.fill(names, Set.of("y")))
                .isEqualTo(new Sql("SELECT \"odd :name {b} $1\", ':no'\nLIMIT ?\nOFFSET ?", List.of("two", "one")));
    }

    @Test
    void aNameThatIsNotGivenIsAnError() {
        assertThatThrownBy(() -> SqlTemplate.of("test.sql", TEXT).fill(Map.of(), Set.of()))
                .hasMessage("test.sql: nothing to fill in for {a}");
    }
}
