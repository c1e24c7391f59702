package dev.signalbox.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.message.Payload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OversizedEventTest {
    private static LogEvent event(String type, List<String> tags, Payload payload) {
        return new LogEvent(1, 1, null, type, tags, payload, Instant.EPOCH, Map.of());
    }

    @Test
    void aTagWithAnOversizedGroupMakesNoGroupAndTheEventFails() {
        LogEvent.Grouping byWallet = new LogEvent.Grouping("wallet");
        LogEvent large = byWallet.of(event("T", List.of("wallet=" + "ä".repeat(600)), Payload.of("{}")));
        LogEvent fitting = byWallet.of(event("T", List.of("wallet=" + "ä".repeat(512)), Payload.of("{}")));

        assertThat(large.group()).isNull();
        assertThat(large.payload().reasonLeftBehind())
                .isEqualTo("the column tags, wallet has 1200 bytes; allowed are 1024");
        assertThat(fitting.group()).hasSize(512);
        assertThat(fitting.payload().isLeftBehind()).isFalse();
    }

    @Test
    void anEventWhoseTypeOrTagsAreUnknownBelongsToEveryTopic() {
        Payload left = Payload.leftBehind(new OversizedColumn("tags", 70_000, 65_536));
        Topic topic = new Topic(List.of("wallet"), List.of(), List.of(), List.of("T"));

        assertThat(topic.contains(event("T", List.of(), left))).isTrue();
        assertThat(topic.contains(event("", List.of("wallet=1"), left))).isTrue();
        assertThat(topic.contains(event("Other", List.of("wallet=1"), left))).isFalse();
        assertThat(topic.contains(event("T", List.of(), Payload.of("{}")))).isFalse();
    }
}
