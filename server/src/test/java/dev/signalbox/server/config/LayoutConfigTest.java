package dev.signalbox.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tables that other systems made. */
class LayoutConfigTest {
    private static Given with(String url, String rest) {
        return Given.yaml("""
                signalbox:
                  sources:
                    shop: { url: "%s", username: shop }
                  sinks:
                    api: { base-url: "https://api.example.com" }
                """.formatted(url) + rest);
    }

    private static Given catbox(String url, String outbox) {
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
        assertThat(log.pairs().getFirst().groupTag()).isEmpty();
    }
}
