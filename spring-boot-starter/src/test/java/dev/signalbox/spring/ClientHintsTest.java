package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.client.Inbox;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class ClientHintsTest {
    @Test
    void aNativeImageKeepsTheStatementsOfTheInbox() {
        RuntimeHints hints = new RuntimeHints();
        new ClientHints().registerHints(hints, null);
        for (String name : new String[] {"inbox-postgresql.sql", "inbox-mysql.sql"}) {
            assertThat(Inbox.class.getResource(name)).isNotNull();
            assertThat(RuntimeHintsPredicates.resource().forResource("dev/signalbox/client/" + name))
                    .accepts(hints);
        }
    }
}
