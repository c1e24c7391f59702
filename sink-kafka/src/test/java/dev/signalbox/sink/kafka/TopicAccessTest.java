package dev.signalbox.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Glob;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Topics that messages choose by their own values. */
@Timeout(60)
class TopicAccessTest {
    private static final TopicAccess ORDERS_ONLY =
            new TopicAccess(List.of(new Glob("order-*"), new Glob("audit")), Set.of("order-cursors"));

    @ParameterizedTest
    @CsvSource(nullValues = "allowed", textBlock = """
                    order-placed,                      allowed
                    audit,                             allowed
                    audit2,                            is not among the allowed-topics
                    my-order-placed,                   is not among the allowed-topics
                    order-cursors,                     is for Signalbox's own checkpoints
                    __consumer_offsets,                is an internal one of Kafka
                    __transaction_state,               is an internal one of Kafka
                    """)
    void onlyAllowedTopicsAndNeverInternalOnes(String topic, @Nullable String fault) {
        if (fault == null) {
            assertThat(ORDERS_ONLY.fault(topic)).isNull();
        } else {
            assertThat(ORDERS_ONLY.fault(topic)).contains(topic, fault);
        }
    }

    @Test
    void withoutAListAnyTopicButInternalOnesIsAllowed() {
        TopicAccess access = TopicAccess.ANY.reserving(Set.of("signalbox-cursors", "notes"));

        assertThat(Stream.of("a", "_a", "a__b", "signalbox").map(access::fault)).containsOnlyNulls();
        assertThat(Stream.of("__a", "signalbox-cursors", "notes").map(access::fault))
                .doesNotContainNull();
    }

    @Test
    void fixedTopicsAreCheckedAndOpenOnesAreKnown() {
        KafkaSinkSettings settings = KafkaSinkSettings.DEFAULTS
                .withTopic("orders.{type}")
                .withRule("a*", "{header:topic}")
                .withRule("b*", "{type}{group}")
                .reserving(Set.of("notes"));

        assertThat(settings.openTemplates()).containsExactly("{header:topic}", "{type}{group}");
        assertThat(settings.fault()).isNull();
        assertThat(settings.withRule("c", "__internal").fault()).contains("__internal");
        assertThat(settings.withRule("c", "notes").fault()).contains("notes");
    }

    @Test
    void aMessageThatChoosesAForbiddenTopicIsRefusedAlone() throws Exception {
        String topic = SharedKafkaBrokers.topic(1, Map.of());
        String cursors = SharedKafkaBrokers.topic(1, Map.of("cleanup.policy", "compact"));
        KafkaClusterSettings cluster = SharedKafkaBrokers.hasty(SharedKafkaBrokers.plain());
        KafkaSinkSettings settings = KafkaSinkSettings.DEFAULTS.reserving(Set.of(cursors));
        try (KafkaSink sink = new KafkaSink(new KafkaCluster(cluster, Clock.SYSTEM), settings)) {
            List<Message> batch = List.of(
                    KafkaTestMessages.of("1", "g", topic),
                    KafkaTestMessages.of("2", "h", cursors),
                    KafkaTestMessages.of("3", "i", "__consumer_offsets"),
                    KafkaTestMessages.of("4", "j", topic));

            List<Outcome> outcomes = KafkaTestMessages.send(sink, batch);

            assertThat(outcomes.get(0)).isEqualTo(Outcome.DELIVERED);
            assertThat(outcomes.get(1)).isInstanceOf(Outcome.Rejected.class);
            assertThat(outcomes.get(2)).isInstanceOf(Outcome.Rejected.class);
            assertThat(outcomes.get(3)).isEqualTo(Outcome.DELIVERED);
            assertThat(SharedKafkaBrokers.read(SharedKafkaBrokers.plain(), cursors))
                    .isEmpty();
        }
    }

    /** With a backtracking expression, this type takes years. */
    @Test
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aTypeThatAlmostMatchesARuleTakesNoTime() {
        RecordPreparer preparer =
                new RecordPreparer(KafkaSinkSettings.DEFAULTS.withTopic("rest").withRule("*a*a*a*a*a*a*a*b", "orders"));

        assertThat(preparer.topic(KafkaTestMessages.of("1", null, "a".repeat(1_000_000)))
                        .text())
                .isEqualTo("rest");
    }
}
