package dev.signalbox.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.message.Message.Claim;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageTemplateTest {
    @Test
    void gapsAreFilledFromTheMessage() {
        Message message = message("g-7", Map.of("aggregateType", "order", "tenant", "acme"));
        assertThat(of("{header:tenant}/{aggregateType}.{type}-{group}")
                        .fill(message)
                        .text())
                .isEqualTo("acme/order.placed-g-7");
        assertThat(of("a} {fixed").fill(message).text()).isEqualTo("a} {fixed");
        assertThat(of("").fill(message).text()).isEmpty();
    }

    @Test
    void whatAMessageLacksIsSaid() {
        Message bare = message(null, Map.of());
        assertThat(of("{group}").fill(bare).fault())
                .isEqualTo("the key {group} needs a group, which the message lacks");
        assertThat(of("x{header:tenant}").fill(bare).fault())
                .isEqualTo("the key x{header:tenant} needs the header tenant, which the message lacks");
        assertThat(of("x{header:tenant}").fill(bare).text()).isNull();
    }

    @Test
    void aGapThatThereIsNotIsRefused() {
        assertThatThrownBy(() -> of("a{typ}"))
                .hasMessage(
                        "key a{typ}: {typ} is unknown; there are {type}, {group}, {aggregateType} and {header:NAME}");
        assertThatThrownBy(() -> of("{header:}")).hasMessageContaining("{header:} is unknown");
    }

    @Test
    void whatStandsBetweenTheGapsIsKnown() {
        assertThat(of("a{type}b{group}").literals()).containsExactly("a", "b");
        assertThat(of("a{type}")).isEqualTo(of("a{type}")).hasToString("a{type}");
    }

    private static MessageTemplate of(String text) {
        return MessageTemplate.of("key", text);
    }

    private static Message message(@Nullable String group, Map<String, String> headers) {
        return new Message(
                "1",
                group,
                0,
                "placed",
                Payload.of("{}"),
                0,
                Instant.EPOCH,
                new Claim(1, Instant.EPOCH),
                Suspicion.NONE,
                null,
                headers);
    }
}
