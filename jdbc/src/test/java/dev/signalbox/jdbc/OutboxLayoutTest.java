package dev.signalbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutboxLayoutTest {
    @Test
    void aNameIsQuotedWhateverItHolds() {
        assertThat(Quoting.POSTGRESQL.quote("a\"b; drop")).isEqualTo("\"a\"\"b; drop\"");
        assertThat(Quoting.MYSQL.quote("a`b")).isEqualTo("`a``b`");
        assertThat(Quoting.POSTGRESQL.literal("it's")).isEqualTo("'it''s'");
    }

    @Test
    void everyBadNameIsReportedWithItsKeyAndWhatIsAllowed() {
        OutboxLayout layout = OutboxLayouts.FLOWCATALYST
                .layout(new TableName("", "t\0"))
                .with(OutboxLayouts.FLOWCATALYST
                        .layout()
                        .columns()
                        .renamed(Map.of("id", "\u00e4".repeat(32), "type", "payload")));
        assertThat(layout.problems(Quoting.POSTGRESQL))
                .containsExactly(
                        "schema: '' cannot be a name in the database; allowed are 1 to 63 bytes of UTF-8 without NUL",
                        "table: 't\\0' cannot be a name in the database; allowed are 1 to 63 bytes of UTF-8 without NUL",
                        "columns.id: '%s' cannot be a name in the database; allowed are 1 to 63 bytes of UTF-8 without NUL"
                                .formatted("\u00e4".repeat(32)),
                        "columns: " + layout.columns().byKey()
                                + " name a column twice; each key needs a column of its own");
        assertThat(OutboxLayouts.FLOWCATALYST.layout().problems(Quoting.MYSQL)).isEmpty();
    }

    @Test
    void anUnknownColumnKeyIsRefused() {
        assertThatThrownBy(() -> OutboxLayouts.FLOWCATALYST.layout().columns().renamed(Map.of("colour", "c")))
                .hasMessageStartingWith("columns: 'colour' is not a column of an outbox; allowed are [id, type,");
    }

    @Test
    void tableNamesAreParsed() {
        assertThat(TableName.parse("table", "outbox")).isEqualTo(new TableName(null, "outbox"));
        assertThat(TableName.parse("table", "shop.outbox")).isEqualTo(new TableName("shop", "outbox"));
        assertThat(TableName.parse("table", "\"a.b\".\"c\"\"d\"")).isEqualTo(new TableName("a.b", "c\"d"));
        for (String bad : new String[] {"", "a.", ".a", "a.b.c", "\"a"}) {
            assertThatThrownBy(() -> TableName.parse("table", bad)).hasMessageContaining("table: '" + bad + "'");
        }
    }
}
