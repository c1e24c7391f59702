package dev.signalbox.jdbc.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutGuessTest {
    @ParameterizedTest
    @CsvSource({
        "flowcatalyst, id type message_group payload status retry_count created_at processed_at error_message",
        "catbox, ID AGGREGATE_TYPE AGGREGATE_ID EVENT_TYPE PAYLOAD CREATED_AT SENT_AT IN_PROGRESS_UNTIL",
        "catbox, id aggregate_type aggregate_id event_type correlation_id payload created_at sent_at in_progress_until version",
        "debezium, id aggregatetype aggregateid type payload",
        "debezium, id aggregatetype aggregateid type payload position transaction_id created_at",
        "event-outbox, event_id event_type aggregate_type aggregate_id status payload created_at published_at",
        "signalbox, position xid shard id message_group type payload headers attempts last_error created_at",
        "signalbox, position id message_group type payload headers status attempts last_error created_at changed_at",
        "signalbox-log, position xid id message_group type payload headers tags created_at"
    })
    void aTableIsKnownByItsColumns(String layout, String columns) {
        assertThat(LayoutGuess.of(List.of(columns.split(" ")))).contains(layout);
    }

    @Test
    void anyOtherTableIsNot() {
        assertThat(LayoutGuess.of(List.of("id", "name", "payload"))).isEmpty();
        assertThat(LayoutGuess.hint(List.of())).isEmpty();
    }
}
