package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.time.Clock;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RabbitSinkWireTest {
    private final String name = SharedRabbitBroker.name("wire");

    @Test
    void aMessageIsPersistentAndSaysWhatItIs() throws Exception {
        Message message = RabbitTestMessages.message(
                "id-1",
                "order-7",
                "order.placed",
                Payload.of("not even JSON: é"),
                Map.of("traceparent", "00-ab-cd-01", "aggregateType", "order"),
                new EventMetadata(42, 7, List.of("order=7", "item=1", "item=2", "gift")));
        try (RabbitSink sink = SharedRabbitBroker.sink(SharedRabbitBroker.declaring(name)
                .withFormat(new RabbitSinkSettings.Format(RabbitSinkSettings.Body.PAYLOAD, true, 1 << 20)))) {
            assertThat(sink.send(List.of(message))).isEqualTo(Answer.DELIVERED);
        }

        GetResponse got = SharedRabbitBroker.drain(name).getFirst();
        AMQP.BasicProperties properties = got.getProps();
        assertThat(SharedRabbitBroker.text(got)).isEqualTo("not even JSON: é");
        assertThat(got.getEnvelope().getRoutingKey()).isEqualTo("order.placed");
        assertThat(properties.getDeliveryMode()).isEqualTo(2);
        assertThat(properties.getMessageId()).isEqualTo("id-1");
        assertThat(properties.getType()).isEqualTo("order.placed");
        assertThat(properties.getAppId()).isEqualTo("signalbox");
        assertThat(properties.getContentType()).isEqualTo("application/json");
        assertThat(properties.getTimestamp()).isEqualTo(Date.from(RabbitTestMessages.NOW));
        assertThat(texts(properties.getHeaders()))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "traceparent", "00-ab-cd-01",
                        "aggregateType", "order",
                        "group", "order-7",
                        "position", "42",
                        "tag.order", "7",
                        "tag.item", "[1, 2]",
                        "tag.gift", ""));
    }

    @Test
    void whatIsTooLongForAPropertyIsAHeader() throws Exception {
        String id = "i".repeat(256);
        String type = "é".repeat(128);
        Message message = RabbitTestMessages.message(
                id, null, type, Payload.of("{}"), Map.of("content-type", "text/plain"), null);
        RabbitSinkSettings settings = SharedRabbitBroker.declaring(name).withRouting(RoutingKeyRule.template("fixed"));
        try (RabbitSink sink = SharedRabbitBroker.sink(settings)) {
            assertThat(sink.send(List.of(message))).isEqualTo(Answer.DELIVERED);
        }

        AMQP.BasicProperties properties =
                SharedRabbitBroker.drain(name).getFirst().getProps();
        assertThat(properties.getMessageId()).isNull();
        assertThat(properties.getType()).isNull();
        assertThat(properties.getContentType()).isEqualTo("text/plain");
        assertThat(texts(properties.getHeaders()))
                .containsEntry("messageId", id)
                .containsEntry("messageType", type);
    }

    @Test
    void whatTheBrokerWouldCloseTheChannelOverIsRefusedBeforeAndNothingElseIs() throws Exception {
        List<Message> batch = List.of(
                RabbitTestMessages.of("1", null, "t"),
                RabbitTestMessages.with("2", Map.of("CC", "somebody")),
                RabbitTestMessages.with("3", Map.of("h".repeat(256), "x")),
                RabbitTestMessages.with("4", Map.of("large", "x".repeat(130_000))),
                RabbitTestMessages.of("5", null, "t".repeat(256)),
                RabbitTestMessages.message("6", null, "t", Payload.of("x".repeat(1_001)), Map.of(), null),
                RabbitTestMessages.of("7", null, "t"));
        try (RabbitSink sink = SharedRabbitBroker.sink(SharedRabbitBroker.declaring(name)
                .withFormat(new RabbitSinkSettings.Format(RabbitSinkSettings.Body.PAYLOAD, false, 1_000)))) {
            List<Outcome> outcomes = RabbitTestMessages.send(sink, batch);

            assertThat(outcomes.get(1))
                    .isInstanceOfSatisfying(
                            Outcome.Rejected.class,
                            rejected -> assertThat(rejected.reason()).contains("CC"));
            assertThat(outcomes.get(2).reason()).contains("name of 256 bytes");
            assertThat(outcomes.get(3).reason()).contains("headers have 130");
            assertThat(outcomes.get(4)).isInstanceOf(Outcome.Rejected.class);
            assertThat(outcomes.get(4).reason()).contains("routing key", "256 bytes");
            assertThat(outcomes.get(5)).isInstanceOf(Outcome.TooLarge.class);
            assertThat(SharedRabbitBroker.ids(name)).containsExactly("1", "7");
        }
    }

    @Test
    void anEventIsAnObjectAroundThePayload() throws Exception {
        Message message = RabbitTestMessages.message(
                "e-1", "17", "Placed", Payload.of("{\"a\": [1, 2]}"), Map.of("aggregateType", "RESTAURANT"), null);
        Message broken = RabbitTestMessages.message("e-2", null, "Placed", Payload.of("{\"a\""), Map.of(), null);
        RabbitSinkSettings settings = SharedRabbitBroker.declaring(name)
                .withFormat(new RabbitSinkSettings.Format(RabbitSinkSettings.Body.EVENT, false, 1 << 20));
        try (RabbitSink sink = SharedRabbitBroker.sink(settings)) {
            List<Outcome> outcomes = RabbitTestMessages.send(sink, List.of(message, broken));

            assertThat(outcomes.getFirst()).isEqualTo(Outcome.DELIVERED);
            assertThat(outcomes.getLast()).isInstanceOf(Outcome.Rejected.class);
            assertThat(outcomes.getLast().reason()).contains("not JSON");
        }

        List<GetResponse> got = SharedRabbitBroker.drain(name);
        assertThat(got).hasSize(1);
        assertThat(SharedRabbitBroker.text(got.getFirst()))
                .isEqualTo("{\"event_id\":\"e-1\",\"event_type\":\"Placed\",\"aggregate_type\":\"RESTAURANT\","
                        + "\"aggregate_id\":17,\"payload\":{\"a\": [1, 2]}}");
    }

    @Test
    void aTableSaysWhereMessagesGoAndWhatItLacksIsRejected() throws Exception {
        RabbitSinkSettings settings = RabbitSinkSettings.of(name)
                .withTopology(Topology.exchange("direct")
                        .withQueue(name + "-r", "notification.restaurant")
                        .withQueue(name + "-c", "notification.courier"))
                .withRouting(RoutingKeyRule.table(
                        "{aggregateType}",
                        Map.of("RESTAURANT", "notification.restaurant", "COURIER", "notification.courier")));
        try (RabbitSink sink = SharedRabbitBroker.sink(settings)) {
            List<Outcome> outcomes = RabbitTestMessages.send(
                    sink,
                    List.of(
                            RabbitTestMessages.with("1", Map.of("aggregateType", "RESTAURANT")),
                            RabbitTestMessages.with("2", Map.of("aggregateType", "PLANET")),
                            RabbitTestMessages.with("3", Map.of("aggregateType", "COURIER"))));

            assertThat(outcomes.get(1)).isInstanceOf(Outcome.Rejected.class);
            assertThat(outcomes.get(1).reason())
                    .startsWith("aggregateType 'PLANET' has no routing key; known are ")
                    .contains("RESTAURANT", "COURIER");
            assertThat(SharedRabbitBroker.ids(name + "-r")).containsExactly("1");
            assertThat(SharedRabbitBroker.ids(name + "-c")).containsExactly("3");
        }
    }

    @Test
    void tenThousandMessagesOfManyCallsArriveOnceAndInOrder() throws Exception {
        int calls = 8;
        int each = 1_250;
        try (RabbitSink sink = new RabbitSink(
                        SharedRabbitBroker.settings().withMaxChannels(4),
                        SharedRabbitBroker.declaring(name),
                        Clock.SYSTEM);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> work = new ArrayList<>();
            for (int call = 0; call < calls; call++) {
                String group = "g" + call;
                work.add(() -> {
                    boolean delivered = true;
                    for (int from = 0; from < each; from += 125) {
                        delivered &= sink.send(RabbitTestMessages.batch(group, "t", from, 125))
                                .equals(Answer.DELIVERED);
                    }
                    return delivered;
                });
            }
            for (Future<Boolean> done : threads.invokeAll(work)) {
                assertThat(done.get()).isTrue();
            }
        }

        Map<String, Integer> next = new HashMap<>();
        List<GetResponse> all = SharedRabbitBroker.drain(name);
        assertThat(all).hasSize(calls * each);
        for (GetResponse got : all) {
            String id = got.getProps().getMessageId();
            int dash = id.indexOf('-');
            int expected = next.merge(id.substring(0, dash), 1, Integer::sum) - 1;
            assertThat(Integer.parseInt(id.substring(dash + 1))).isEqualTo(expected);
        }
    }

    private static Map<String, String> texts(Map<String, Object> headers) {
        Map<String, String> texts = new HashMap<>();
        headers.forEach((name, value) -> texts.put(name, value.toString()));
        return texts;
    }

    @Test
    void aPayloadGoesByteForByte() throws Exception {
        byte[] bytes = new byte[300_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        try (RabbitSink sink = SharedRabbitBroker.sink(SharedRabbitBroker.declaring(name))) {
            Message message = RabbitTestMessages.message("1", null, "t", Payload.of(bytes), Map.of(), null);
            assertThat(sink.send(List.of(message))).isEqualTo(Answer.DELIVERED);
        }
        assertThat(SharedRabbitBroker.drain(name).getFirst().getBody()).isEqualTo(bytes);
    }
}
