package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.client.Layout.Column;
import dev.signalbox.client.Layout.Column.Content;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.layout.LayoutPreset;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the client writes is what a relay reads: the two know the layouts independently of each other. */
class LayoutsAgreeTest {
    private static final Map<Content, String> KEYS = Map.of(
            Content.ID, "id",
            Content.TYPE, "type",
            Content.GROUP, "message_group",
            Content.PAYLOAD, "payload",
            Content.PENDING, "status",
            Content.FALSE, "status",
            Content.ZERO, "retry_count",
            Content.NOW, "created_at");

    static Stream<Arguments> layouts() {
        return Stream.of(
                Arguments.of(Layout.flowcatalyst(), OutboxLayouts.FLOWCATALYST),
                Arguments.of(Layout.catbox(), OutboxLayouts.CATBOX),
                Arguments.of(Layout.catboxWithTextIds(), OutboxLayouts.CATBOX),
                Arguments.of(Layout.eventOutbox(), OutboxLayouts.EVENT_OUTBOX),
                Arguments.of(Layout.sentFlag(), OutboxLayouts.SENT_FLAG),
                Arguments.of(Layout.sentAt(), OutboxLayouts.SENT_AT),
                Arguments.of(Layout.signalbox(), OutboxLayouts.SIGNALBOX));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void theClientWritesTheColumnsThatARelayReads(Layout written, LayoutPreset preset) {
        OutboxLayout read = preset.layout();
        assertThat(written.toString()).startsWith(preset.name() + " ");
        assertThat(written.table().table()).isEqualTo(read.table().table());
        for (Column column : written.columns()) {
            String key = KEYS.get(column.content());
            if (key != null) {
                assertThat(column.name()).isEqualTo(read.columns().byKey().get(key));
            } else {
                assertThat(read.headers().sources())
                        .anyMatch(source -> source.column().equals(column.name()));
            }
        }
        if (written.has(Content.PENDING)) {
            assertThat(written.pendingWord()).isEqualTo(read.statusWords().pending());
        }
    }
}
