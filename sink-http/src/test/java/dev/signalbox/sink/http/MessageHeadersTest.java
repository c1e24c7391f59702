package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageHeadersTest {
    private static Message message(String id, @Nullable String group, String type) {
        return TestBatches.message(id, group, type, Payload.of("1"));
    }

    /** The lines of a request's head that begin with the name of one of our headers. */
    private static List<String> headers(Message... batch) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = TestBatches.sink(server.uri())) {
            Answer.Mixed answer = Answer.forBatchOf(batch.length, sink.send(List.of(batch)));
            assertThat(answer.rest()).isEqualTo(Outcome.DELIVERED);
            return server.requests
                    .getFirst()
                    .head()
                    .lines()
                    .filter(line -> line.matches("(?i)(webhook|x-signalbox)-.*"))
                    .toList();
        }
    }

    @Test
    void aRequestWithOneMessageNamesIt() throws Exception {
        assertThat(headers(message("0HZXEQ5Y8JY5Z", "order-7", "OrderPlaced")))
                .containsExactlyInAnyOrder(
                        "webhook-id: 0HZXEQ5Y8JY5Z",
                        "X-Signalbox-Type: OrderPlaced",
                        "X-Signalbox-Group: order-7",
                        "X-Signalbox-Time: 2026-03-01T12:00:00Z");
    }

    @Test
    void anUngroupedMessageHasNoGroup() throws Exception {
        assertThat(headers(message("1", null, "OrderPlaced"))).noneMatch(line -> line.startsWith("X-Signalbox-Group"));
    }

    @Test
    void aRequestWithSeveralNamesNone() throws Exception {
        assertThat(headers(message("1", "a", "T"), message("2", "a", "T"))).isEmpty();
    }

    @Test
    void theOnlyOneLeftOfABatchIsNamed() throws Exception {
        Message[] batch = TestBatches.of("1", "{no json").toArray(Message[]::new);
        assertThat(headers(batch)).contains("webhook-id: row-0");
    }

    @Test
    void textsThatAHeaderCannotHoldAreEncoded() throws Exception {
        assertThat(headers(message("7\r\nX-Signalbox-Type: forged", "größe 100 %", "\u0000\u007f\"😀")))
                .containsExactlyInAnyOrder(
                        "webhook-id: 7%0D%0AX-Signalbox-Type:%20forged",
                        "X-Signalbox-Group: gr%C3%B6%C3%9Fe%20100%20%25",
                        "X-Signalbox-Type: %00%7F%22%F0%9F%98%80",
                        "X-Signalbox-Time: 2026-03-01T12:00:00Z");
    }

    @Test
    void whatIsEmptyOrTooLongIsLeftOut() throws Exception {
        String longest = "x".repeat(MessageHeaders.LONGEST_VALUE);
        assertThat(headers(message(longest, "", "é".repeat(MessageHeaders.LONGEST_VALUE / 6 + 1))))
                .containsExactlyInAnyOrder("webhook-id: " + longest, "X-Signalbox-Time: 2026-03-01T12:00:00Z");
        assertThat(headers(message(longest + "x", "g", ""))).noneMatch(line -> line.startsWith("webhook-id"));
    }
}
