package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HostilePayloadTest extends SharedProgramTest {
    @Override
    ConfigText config() {
        return world.own();
    }

    @Test
    void validPayloadsArriveByteForByteAndInvalidOnesFailAlone() {
        Map<String, String> good = write(goodOnes());
        Map<String, String> bad = write(badOnes());
        world.application().write(50, OutboxWriter.spreadOver(5));
        world.awaitSettled(seconds(25));

        Set<String> failed = new HashSet<>(
                world.outbox().rows("SELECT id FROM outbox_events WHERE " + ofThisTest("status = 'FAILED'")));
        assertThat(failed).isEqualTo(bad.keySet());
        assertThat(count("status = 'FAILED' AND coalesce(error_message, '') = ''"))
                .isZero();
        assertThat(count("status = 'COMPLETED' AND retry_count > 0")).isZero();
        Set<String> arrived = world.receiver().kept().stream()
                .flatMap(receivedRequest -> receivedRequest.items().stream())
                .map(ReceivedItem::raw)
                .collect(Collectors.toSet());
        good.values()
                .forEach(payload -> assertThat(arrived.contains(payload))
                        .as("arrived byte for byte: " + payload.substring(0, Math.min(80, payload.length())))
                        .isTrue());
        assertThat(program.log().lines().filter(line -> line.length() > 4_000)).isEmpty();
    }

    @Test
    void groupsAndPayloadsWithLineBreaksForgeNoLogLine() {
        world.receiver().answer(_ -> ReceiverReply.body(400, "bad\r\n2026-01-01 ERROR forged line \u001b[31m"));
        world.application().writePayload("a\r\nb ERROR forged group", "{\"id\":\"x\",\"text\":\"a\\r\\nb\"}");
        world.awaitSettled(seconds(10));

        assertThat(count("status = 'FAILED'")).isEqualTo(1);
        assertThat(program.log().lines().filter(line -> line.startsWith("2026-01-01 ERROR forged")))
                .isEmpty();
        assertThat(program.log()).doesNotContain("\u001b[31m");
    }

    private Map<String, String> write(List<String> payloads) {
        Map<String, String> written = new LinkedHashMap<>();
        int group = 0;
        for (String payload : payloads) {
            written.put(world.application().writePayload("p" + group++ % 4, payload), payload);
        }
        return written;
    }

    private static List<String> goodOnes() {
        return List.of(
                "{\"id\":\"nul\",\"text\":\"a\\u0000b\"}",
                "{\"id\":\"lone\",\"text\":\"\\ud800 and \\udc00\"}",
                "{\"id\":\"numbers\",\"a\":1e400,\"b\":0.10000000000000000000000001,\"c\":123456789012345678901234567890,\"d\":-0.0}",
                "{\"z\":1,\"id\":\"keys\",\"a\":2,\"a\":3}",
                " \t\r\n{ \"id\" : \"blank\" ,\n\"x\" : [ 1 , 2 ]\r\n} \n",
                "{\"id\":\"escapes\",\"text\":\"\\/ \\u0041 \\\" \\\\ \\r\\n\"}",
                "{\"id\":\"unicode\",\"text\":\"ä € 😀 \u2028 \u0085\"}",
                "{\"id\":\"deep\",\"d\":" + "[".repeat(64) + "]".repeat(64) + "}",
                "{\"id\":\"large\",\"pad\":\"" + "x".repeat(10 << 20) + "\"}",
                "[1,[2,\"]\"],{}]",
                "\"just text\"",
                "null");
    }

    private static List<String> badOnes() {
        return List.of(
                "",
                "   ",
                "{",
                "{\"id\":\"open\"",
                "}{",
                "1,2",
                "{\"id\":\"x\"},{\"id\":\"injected\"}",
                "{\"id\":\"raw\",\"text\":\"a\nb\"}",
                "{'id':'quotes'}",
                "{\"id\":\"trailing\",}",
                "NaN",
                "\ufeff{\"id\":\"bom\"}",
                "{\"id\":\"far too deep\",\"d\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");
    }
}
