package dev.signalbox.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicTemplateTest {
    private static final Message MESSAGE = KafkaTestMessages.message(
            "1", "g-7", "order.placed", Payload.of("x"), Map.of("aggregateType", "order", "tenant", "acme"), null);

    @Test
    void gapsAreFilledFromTheMessage() {
        assertThat(fill("{type}")).isEqualTo("order.placed");
        assertThat(fill("orders.{type}")).isEqualTo("orders.order.placed");
        assertThat(fill("outbox.event.{aggregateType}")).isEqualTo("outbox.event.order");
        assertThat(fill("{header:tenant}-{group}")).isEqualTo("acme-g-7");
        assertThat(fill("fixed")).isEqualTo("fixed");
    }

    @Test
    void aMessageThatCannotFillAGapHasNoTopic() {
        assertThat(TopicTemplate.of("{header:region}").fill(MESSAGE).fault()).contains("the header region");
        Message alone = KafkaTestMessages.of("1", null, "t");
        assertThat(TopicTemplate.of("{group}").fill(alone).fault()).contains("a group");
        assertThat(TopicTemplate.of("{aggregateType}").fill(alone).fault()).contains("aggregateType");
    }

    @Test
    void namesThatKafkaDoesNotTakeAreFaults() {
        assertThat(TopicTemplate.fault("a.b_c-D9")).isNull();
        assertThat(TopicTemplate.fault("")).contains("empty");
        assertThat(TopicTemplate.fault("..")).contains("no topic's name");
        assertThat(TopicTemplate.fault("a/b")).contains("a/b");
        assertThat(TopicTemplate.fault("é")).contains("no topic's name");
        assertThat(TopicTemplate.fault("x".repeat(249))).isNull();
        assertThat(TopicTemplate.fault("x".repeat(250))).contains("250");
    }

    @Test
    void wrongTemplatesAreRefused() {
        assertThatThrownBy(() -> TopicTemplate.of("")).hasMessageContaining("empty");
        assertThatThrownBy(() -> TopicTemplate.of("a {type}")).hasMessageContaining("'a '");
        assertThatThrownBy(() -> TopicTemplate.of("{typ}")).hasMessageContaining("{typ} is unknown");
        assertThatThrownBy(() -> TopicTemplate.of("{header:}")).hasMessageContaining("{header:}");
        assertThatThrownBy(() -> TopicTemplate.of("{type")).hasMessageContaining("{type");
        assertThatThrownBy(() -> KafkaSinkSettings.DEFAULTS.withRule("", "orders"))
                .hasMessageContaining("not blank");
    }

    @Test
    void theFirstRuleForATypeDecides() {
        RecordPreparer preparer = new RecordPreparer(KafkaSinkSettings.DEFAULTS
                .withTopic("rest")
                .withRule("order.placed", "placed")
                .withRule("order.*", "orders")
                .withRule("*.ed", "never"));

        assertThat(preparer.topic(typed("order.placed")).text()).isEqualTo("placed");
        assertThat(preparer.topic(typed("order.paid")).text()).isEqualTo("orders");
        assertThat(preparer.topic(typed("orderXplaced")).text()).isEqualTo("rest");
    }

    private static Message typed(String type) {
        return KafkaTestMessages.of("1", null, type);
    }

    private static String fill(String template) {
        return String.valueOf(TopicTemplate.of(template).fill(MESSAGE).text());
    }
}
