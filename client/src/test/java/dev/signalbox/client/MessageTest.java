package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.client.MessageCompletion.CompletedMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private static Message.Builder order() {
        return Message.builder("order.created").payload("{}");
    }

    @Test
    void itHoldsWhatItWasGiven() {
        Message message = order().id("m1")
                .group("order-1")
                .aggregateType("Order")
                .payload("{\"name\": \"Zoë 🚂\"}")
                .correlationId("c1")
                .traceparent(TRACE)
                .header("tenant", "t1")
                .build();
        assertThat(message.payloadBytes()).isEqualTo(message.payload().getBytes(StandardCharsets.UTF_8).length);
        assertThat(message.headers())
                .containsExactly(
                        Map.entry("correlationId", "c1"), Map.entry("traceparent", TRACE), Map.entry("tenant", "t1"));
        assertThat(message).hasToString("Message[type=order.created, id=m1, group=order-1, 21 bytes]");
    }

    @Test
    void aBuilderThatGoesOnDoesNotChangeIt() {
        Message.Builder builder = order().header("a", "1");
        Message message = builder.build();
        builder.header("b", "2");
        assertThat(message.headers()).containsOnlyKeys("a");
    }

    @Test
    void bytesAreTakenAsUtf8() {
        byte[] json = "{\"name\": \"Zoë\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(order().payload(json).build().payload()).isEqualTo("{\"name\": \"Zoë\"}");
        assertRefused(() -> order().payload("Zoë".getBytes(StandardCharsets.ISO_8859_1)), "the payload is not UTF-8");
    }

    @Test
    void whatNoDatabaseHoldsIsRefused() {
        assertRefused(() -> Message.builder(" "), "the type is blank");
        assertRefused(() -> order().group(""), "the group is blank");
        assertRefused(() -> order().id("a\0b"), "the id has a NUL character at index 1");
        assertRefused(() -> order().payload("{\"\ud83d\"}").build(), "half a surrogate pair at index 2");
        assertRefused(() -> Message.builder("x").build(), "the message 'x' has no payload");
    }

    @Test
    void headersCannotSmuggleLines() {
        assertRefused(() -> order().header("a", "1\r\nb: 2"), "the header a is '1\\u000d\\u000ab: 2'");
        assertRefused(() -> order().header("a b", "1"), "the header name 'a b'");
        assertRefused(() -> order().header("a\n", "1"), "the header name 'a\\u000a'");
        assertRefused(() -> order().header("", "1"), "a header's name is blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", TRACE + "x"})
    void aTraceparentHasItsForm(String wrong) {
        assertRefused(() -> order().traceparent(wrong), "the header traceparent is '" + wrong + "'");
    }

    @Test
    void aTraceparentOfALaterVersionMayHaveMore() {
        assertThat(order().traceparent("01" + TRACE.substring(2) + "-more")
                        .build()
                        .headers())
                .hasSize(1);
    }

    @Test
    void aTagIsAPairWithoutTheId() {
        assertThat(order().tag("region", "eu=west").build().tags()).containsExactly(Map.entry("region", "eu=west"));
        assertRefused(() -> order().tag("id", "1"), "a tag's key is 'id'");
        assertRefused(() -> order().tag("a=b", "1"), "a tag's key is 'a=b'");
    }

    @Test
    void limitsAreChecked() {
        Limits small =
                Limits.DEFAULTS.withPayloadBytes(10).withLengths(3, 20, 4).withHeaders(1, 5);
        assertRefused(() -> completed(small, order().payload("\"ääääää\"")), "has 14 bytes; at most 10 are allowed");
        assertRefused(() -> completed(small, order().id("1234")), "the id has 4 characters; at most 3");
        assertRefused(() -> completed(small, order().group("12345")), "the group has 5 characters; at most 4");
        assertRefused(
                () -> completed(small, order().id("1").header("a", "1").header("b", "2")),
                "has 2 headers and tags; at most 1");
        assertRefused(
                () -> completed(small, order().id("1").header("a", "123456")),
                "the header a has 6 characters; at most 5");
    }

    private static List<CompletedMessage> completed(Limits limits, Message.Builder message) {
        return new MessageCompletion(Layout.signalbox(), Ids.tsid(), Map::of, limits)
                .complete(List.of(message.build()));
    }

    @Test
    void headersForAllComeInWhereAMessageHasNone() {
        var messageCompletion = new MessageCompletion(
                Layout.signalbox(), Ids.tsid(), () -> Map.of("traceparent", TRACE, "tenant", "all"), Limits.DEFAULTS);
        CompletedMessage completedMessage = messageCompletion
                .complete(List.of(
                        order().header("tenant", "mine").aggregateType("Order").build()))
                .getFirst();
        assertThat(completedMessage.headers())
                .containsOnly(
                        Map.entry("traceparent", TRACE),
                        Map.entry("tenant", "mine"),
                        Map.entry("aggregateType", "Order"));
        var wrong = new MessageCompletion(Layout.signalbox(), Ids.tsid(), () -> Map.of("a", "\n"), Limits.DEFAULTS);
        assertRefused(() -> wrong.complete(List.of(order().build())), "the header a is '\\u000a'");
    }

    @Test
    void whatALayoutCannotHoldIsRefused() {
        Outbox.Builder builder = Outbox.builder(Layout.flowcatalyst());
        assertThatThrownBy(() -> builder.headers(Map::of))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the layout flowcatalyst (table outbox_events) has no column for headers");
        assertThatThrownBy(() -> Layout.debezium().column("status", "state"))
                .hasMessageContaining("allowed are [id, aggregatetype, aggregateid, type, payload]");
        assertThatThrownBy(() -> Layout.signalbox().column("id", "type"))
                .hasMessageContaining("'type' is there already");
        assertThatThrownBy(() -> Layout.signalbox().table("a.b.c")).hasMessageContaining("two dots");
        assertThatThrownBy(() -> Layout.signalbox().table("a\0")).hasMessageContaining("cannot be a name");
    }

    private static void assertRefused(ThrowingCallable call, String reason) {
        assertThatThrownBy(call).isInstanceOf(MessageRefusedException.class).hasMessageContaining(reason);
    }
}
