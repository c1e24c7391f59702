package dev.signalbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedStatementsTest {
    private enum Statement {
        LOCK_RELAY,
        LEAVE
    }

    private static final String TEXT = """
            -- What the file is about.

            -- name: lock-relay
            -- Why.
            SELECT 1
            FROM {table}

            -- name: leave
            DELETE FROM {table} WHERE id = :id
            """;

    private static NamedStatements<Statement> parse(String text) {
        SqlTemplateParser parser = new SqlTemplateParser("test.sql", "table"::equals, List.of());
        return NamedStatements.parse(
                Statement.class, parser, "test.sql", text.lines().toList());
    }

    @Test
    void eachStatementIsFoundByItsName() {
        NamedStatements<Statement> statements = parse(TEXT);
        Map<String, String> names = Map.of("table", "t");
        assertThat(statements.sql(Statement.LOCK_RELAY, names)).isEqualTo(new Sql("SELECT 1\nFROM t", List.of()));
        assertThat(statements.sql(Statement.LEAVE, names))
                .isEqualTo(new Sql("DELETE FROM t WHERE id = ?", List.of("id")));
    }

    @Test
    void anUnknownStatementIsAnError() {
        assertThatThrownBy(() -> parse(TEXT + "-- name: join\nSELECT 1"))
                .hasMessageStartingWith("test.sql, line 10: unknown statement join; known are ")
                .hasMessageContaining("lock-relay");
    }

    @Test
    void aMissingStatementIsAnError() {
        assertThatThrownBy(() -> parse("-- name: leave\nSELECT 1")).hasMessage("test.sql: no statement [lock-relay]");
        assertThatThrownBy(() -> parse("")).hasMessageContaining("test.sql: no statement");
    }

    @Test
    void aStatementTwiceIsAnError() {
        assertThatThrownBy(() -> parse(TEXT + "-- name: leave\nSELECT 1"))
                .hasMessage("test.sql, line 10: a second statement leave");
    }

    @Test
    void aStatementWithoutNameIsAnError() {
        assertThatThrownBy(() -> parse("SELECT 1\n" + TEXT))
                .hasMessage("test.sql, line 1: this stands before the first line -- name:");
    }

    @Test
    void errorsTellTheLineInTheResource() {
        assertThatThrownBy(() -> parse(TEXT + "AND {other}")).hasMessage("test.sql, line 10: unknown name {other}");
    }
}
