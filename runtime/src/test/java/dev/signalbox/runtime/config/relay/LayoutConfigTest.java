package dev.signalbox.runtime.config.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.log.LogEvent.Grouping;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.runtime.config.ConfigUnderTest;
import dev.signalbox.runtime.config.log.LogConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tables of other systems. */
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
        assertThat(outbox.layout().columns().type()).isEqualTo("event_type");
        assertThat(outbox.layout().columns().group()).isEqualTo("aggregate_id");
        assertThat(outbox.layout().columns().processedAt()).isEqualTo("sent_at");
        assertThat(outbox.layout().columns().heldUntil()).isEqualTo("in_progress_until");
        assertThat(outbox.layout().headers().sources())
                .endsWith(new HeaderSources.Source("tenant", "tenant_id", false));
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
                .isEqualTo(new Retention.ArchiveAfter(Duration.ofDays(30), "app", "outbox_events_archive"));
        assertThat(retention(catbox(url, ", archive: { table: old.events }")))
                .isEqualTo(new Retention.ArchiveAfter(Duration.ofDays(7), "old", "events"));
        assertThat(retention(catbox(url, ""))).isEqualTo(new Retention.Keep());
    }

    private static Retention retention(ConfigUnderTest configUnderTest) {
        return configUnderTest.load().relays().getFirst().outbox().settings().retention();
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

    private static ConfigUnderTest sent(String outbox) {
        return with(
                "jdbc:postgresql://localhost/shop",
                "  relays:\n    r: { source: shop, sink: api, outbox: { " + outbox + " } }\n");
    }

    @Test
    void aTableThatSaysOnlyWhatWasSentHasOneTypeAndIsOwned() {
        OutboxConfig flag = sent("layout: sent-flag, columns: { status: done }, type: OrderChanged")
                .load()
                .relays()
                .getFirst()
                .outbox();
        assertThat(flag.layout().columns().byKey())
                .containsEntry("status", "done")
                .doesNotContainKeys("type", "processed_at");
        assertThat(flag.layout().type()).isEqualTo("OrderChanged");
        assertThat(flag.settings().claimMode()).isEqualTo(ClaimMode.OWN);

        OutboxConfig time = sent("layout: sent-at, columns: { processed-at: processed_on, type: kind }")
                .load()
                .relays()
                .getFirst()
                .outbox();
        assertThat(time.layout().columns().byKey())
                .containsEntry("processed_at", "processed_on")
                .containsEntry("type", "kind")
                .doesNotContainKey("status");
        assertThat(time.layout().type()).isNull();
        assertThat(sent("layout: sent-at")
                        .load()
                        .relays()
                        .getFirst()
                        .outbox()
                        .layout()
                        .type())
                .isEqualTo("message");
    }

    @Test
    void whatSuchATableDoesNotHaveIsRefused() {
        assertThat(sent("layout: sent-flag, holding: mark, statuses: { failed: F }, retention: { completed: 7d }")
                        .problems())
                .hasSize(3)
                .anySatisfy(problem -> assertThat(problem).contains("must be own with the layout sent-flag"))
                .anySatisfy(problem -> assertThat(problem).contains("means nothing with the layout sent-flag"))
                .anySatisfy(problem -> assertThat(problem).contains("must be keep or delete-on-completion"));
        assertThat(sent("layout: sent-at, columns: { type: kind }, type: X").problems())
                .singleElement()
                .asString()
                .contains("columns.type names a column for it");
        assertThat(sent("layout: flowcatalyst, type: X").problems())
                .singleElement()
                .asString()
                .contains("means nothing with the layout flowcatalyst");
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

        assertThat(log.table().table()).hasToString("outboxevent");
        assertThat(log.feeds().getFirst().settings().grouping()).isEqualTo(Grouping.BY_COLUMN);
    }
}
