package dev.signalbox.postgres.owntable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnTableHeadersTest extends OwnTableTestBase {
    @Test
    void headersComeWithEveryReadingOfARow() throws Exception {
        table.insert("m1", "g");
        table.run("UPDATE signalbox_outbox SET headers = '{\"a\": \"x\", \"n\": [1]}'");
        ClaimResult first = claim();
        assertThat(first.messages()).extracting(Message::headers).containsExactly(Map.of("a", "x", "n", "[1]"));
        settle(first, new Verdict.RetryAt(1, "later"));
        assertThat(claim().messages()).extracting(Message::headers).containsExactly(Map.of("a", "x", "n", "[1]"));
    }

    @Test
    void whatIsNoObjectHasNoHeaders() throws Exception {
        table.insert("m1", "g");
        table.insert("m2", "g");
        table.run("UPDATE signalbox_outbox SET headers = '[\"a\"]' WHERE id = 'm1'");
        assertThat(claim().messages()).extracting(Message::headers).containsOnly(Map.of());
    }
}
