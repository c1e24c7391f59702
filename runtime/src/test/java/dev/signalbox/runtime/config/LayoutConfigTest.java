package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tables that other systems made. */
class LayoutConfigTest {
    private static ConfigUnderTest with(String url, String rest) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "%s", username: shop }
                  sinks:
                    api: { base-url: "https://api.example.com" }
                """.formatted(url) + rest);
    }

    private static ConfigUnderTest catbox(String url, String outbox) {
        return with(url, "  relays:\n    r: { source: shop, sink: api, outbox: { layout: catbox" + outbox + " } }\n");
    }

    @Test
    void catboxHasNamesOfItsOwn() {
        OutboxConfig outbox = catbox("jdbc:postgresql://localhost/shop", ", headers: { tenant: tenant_id }")
                .load()
                .relays()
                .getFirst()
                .outbox();

        assertThat(outbox.table()).hasToString("outbox_events");
        assertThat(outbox.columns().type()).isEqualTo("event_type");
        assertThat(outbox.columns().messageGroup()).isEqualTo("aggregate_id");
        assertThat(outbox.columns().processedAt()).isEqualTo("sent_at");
        assertThat(outbox.columns().heldUntil()).isEqualTo("in_progress_until");
        assertThat(outbox.headers())
                .isEqualTo(new OutboxConfig.HeaderColumns(Optional.empty(), List.of("tenant=tenant_id")));
    }

    @Test
    void whatCatboxDoesNotHaveIsRefused() {
        assertThat(catbox("jdbc:postgresql://localhost/shop", ", columns: { status: state }, statuses: { failed: F }")
                        .problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem).contains("means nothing with the layout catbox"));
        assertThat(catbox("mongodb://localhost/shop", "").problems())
                .anySatisfy(problem -> assertThat(problem).contains("on MongoDB it must be flowcatalyst"));
    }

    @Test
    void anArchiveIsAskedForByItsTimeOrItsTable() {
        String url = "jdbc:postgresql://localhost/shop";
        assertThat(retention(catbox(url, ", schema: app, archive: { after: 30d }")))
                .isEqualTo(new Retention.ArchiveAfter(
                        Duration.ofDays(30), new TableName(Optional.of("app"), "outbox_events_archive")));
        assertThat(retention(catbox(url, ", archive: { table: old.events }")))
                .isEqualTo(new Retention.ArchiveAfter(Duration.ofDays(7), new TableName(Optional.of("old"), "events")));
        assertThat(retention(catbox(url, ""))).isEqualTo(new Retention.Keep());
    }

    private static Retention retention(ConfigUnderTest configUnderTest) {
        return configUnderTest.load().relays().getFirst().outbox().retention();
    }

    @Test
    void anArchiveThatCannotWorkIsRefused() {
        String url = "jdbc:postgresql://localhost/shop";
        assertThat(catbox(url, ", retention: { completed: 1d }, archive: { table: outbox_events }")
                        .problems())
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem).contains("deletes what is to be archived"))
                .anySatisfy(problem -> assertThat(problem).contains("is the table from which rows are to move"));
        assertThat(catbox(url, ", table: " + "x".repeat(60) + ", archive: { after: 1d }")
                        .problems())
                .singleElement()
                .asString()
                .contains("archive.table", "longer than a name");
        assertThat(catbox("mongodb://localhost/shop", ", archive: { after: 1d }")
                        .problems())
                .anySatisfy(problem -> assertThat(problem).contains("archive.after", "not on MongoDB"));
        assertThat(with(
                                url,
                                "  relays:\n    r: { source: shop, sink: api, outbox: { layout: signalbox, archive: { after: 1d } } }\n")
                        .problems())
                .singleElement()
                .asString()
                .contains("archive.after", "means nothing with the layout signalbox");
    }

    @Test
    void anOutboxOfDebeziumIsALogGroupedByItsColumn() {
        LogConfig log =
                with("jdbc:postgresql://localhost/shop", """
                  logs:
                    shop:
                      source: shop
                      layout: debezium
                      topics: { all: { publishers: api } }
                      publishers: { api: { ordering: group } }
                """).load().logs().getFirst();

        assertThat(log.table()).hasToString("outboxevent");
        assertThat(log.feeds().getFirst().groupTag()).isEmpty();
    }
}
