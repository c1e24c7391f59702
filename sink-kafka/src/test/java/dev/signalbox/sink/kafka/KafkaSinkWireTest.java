package dev.signalbox.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.time.Clock;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a consumer sees. */
@Timeout(60)
class KafkaSinkWireTest {
    @Test
    void aMessageIsARecordWithItsPayloadItsGroupAndItsHeaders() throws Exception {
        String topic = SharedKafkaBrokers.topic(3, Map.of());
        Message message = KafkaTestMessages.message(
                "m-1",
                "customer-7",
                topic,
                Payload.of("{ \"a\": 1.0 }"),
                Map.of("correlationId", "c-9", "traceparent", "00-1-2-01", "messageId", "not this one"),
                new EventMetadata(42, 700, List.of("order=7")));

        ConsumerRecord<String, byte[]> record = deliver(KafkaSinkSettings.DEFAULTS, topic, message);

        assertThat(record.key()).isEqualTo("customer-7");
        assertThat(record.value()).asString(StandardCharsets.UTF_8).isEqualTo("{ \"a\": 1.0 }");
        assertThat(headers(record))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("messageId", "m-1", "correlationId", "c-9", "traceparent", "00-1-2-01"));
    }

    @Test
    void aCloudEventHasItsAttributesAsHeaders() throws Exception {
        String topic = SharedKafkaBrokers.topic(1, Map.of());
        KafkaSinkSettings settings = new KafkaSinkSettings(
                TopicTemplate.of(topic),
                List.of(),
                TopicAccess.ANY,
                KafkaSinkSettings.RecordKey.ID,
                CloudEvents.from("/shop/orders"),
                true,
                KafkaSinkSettings.DEFAULTS.limits());
        Message message = KafkaTestMessages.message(
                "m-2",
                null,
                "order placed",
                Payload.of("{}"),
                Map.of("ce_subject", "order-7", "ce_id", "not this one"),
                new EventMetadata(42, 700, List.of("order=7", "vip")));

        ConsumerRecord<String, byte[]> record = deliver(settings, topic, message);

        assertThat(record.key()).isEqualTo("m-2");
        assertThat(headers(record))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("messageId", "m-2"),
                        Map.entry("ce_id", "m-2"),
                        Map.entry("ce_source", "/shop/orders"),
                        Map.entry("ce_type", "order placed"),
                        Map.entry("ce_specversion", "1.0"),
                        Map.entry("ce_time", "2026-03-01T12:00:00Z"),
                        Map.entry("ce_subject", "order-7"),
                        Map.entry("content-type", "application/json"),
                        Map.entry("position", "42"),
                        Map.entry("tag.order", "7"),
                        Map.entry("tag.vip", "")));
    }

    @Test
    void aMessageWithoutALegalTopicHurtsOnlyItself() throws Exception {
        String topic = SharedKafkaBrokers.topic(1, Map.of());
        List<Message> batch = List.of(
                KafkaTestMessages.of("a", null, topic),
                KafkaTestMessages.of("b", null, "not a topic"),
                KafkaTestMessages.message("c", null, topic, Payload.leftBehind(1 << 30)),
                KafkaTestMessages.of("d", null, topic));

        try (KafkaSink sink = sink(KafkaSinkSettings.DEFAULTS)) {
            List<Outcome> outcomes = KafkaTestMessages.send(sink, batch);

            assertThat(outcomes.get(0)).isEqualTo(Outcome.DELIVERED);
            assertThat(outcomes.get(1)).isInstanceOf(Outcome.Rejected.class);
            assertThat(outcomes.get(1).reason()).contains("not a topic");
            assertThat(outcomes.get(2)).isInstanceOf(Outcome.Rejected.class);
            assertThat(outcomes.get(3)).isEqualTo(Outcome.DELIVERED);
        }
    }

    private static KafkaSink sink(KafkaSinkSettings settings) {
        return new KafkaSink(
                new KafkaCluster(SharedKafkaBrokers.hasty(SharedKafkaBrokers.plain()), Clock.SYSTEM), settings);
    }

    private static ConsumerRecord<String, byte[]> deliver(KafkaSinkSettings settings, String topic, Message message)
            throws InterruptedException {
        try (KafkaSink sink = sink(settings)) {
            assertThat(sink.send(List.of(message))).isEqualTo(Answer.DELIVERED);
        }
        List<ConsumerRecord<String, byte[]>> records = SharedKafkaBrokers.read(SharedKafkaBrokers.plain(), topic);
        assertThat(records).hasSize(1);
        return records.getFirst();
    }

    private static Map<String, String> headers(ConsumerRecord<String, byte[]> record) {
        Map<String, String> headers = new LinkedHashMap<>();
        record.headers().forEach(header -> {
            String before = headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            assertThat(before).as("%s is there once", header.key()).isNull();
        });
        return headers;
    }
}
