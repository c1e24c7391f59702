package dev.signalbox.demo.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.workload.ReceivedMessages;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class NotificationQueueReaderTest {
    private static final String CUSTOMER = "notification.customer";

    private final ReceivedMessages received = new ReceivedMessages();
    private final NotificationQueueReader reader = new NotificationQueueReader(received);

    @Test
    void aRepetitionIsNeitherNewNorOvertaken() {
        add(CUSTOMER, "a", "RESERVATION_REQUESTED", 7);
        add(CUSTOMER, "b", "RESERVATION_CONFIRMED", 7);
        add(CUSTOMER, "a", "RESERVATION_REQUESTED", 7);

        assertThat(received.totals()).isEqualTo(new ReceivedMessages.Totals(2, 1, 0));
        assertThat(received.has(reader.number("b"))).isTrue();
        assertThat(received.has(reader.number("c"))).isFalse();
    }

    @Test
    void aStepAfterALaterOneOfItsReservationWasOvertaken() {
        add(CUSTOMER, "b", "RESERVATION_CANCELLED", 7);
        add(CUSTOMER, "a", "RESERVATION_CONFIRMED", 7);

        assertThat(received.totals().violations()).isEqualTo(1);
    }

    @Test
    void otherReservationsAndOtherQueuesAndOrdersDoNotMatter() {
        add(CUSTOMER, "a", "RESERVATION_CANCELLED", 7);
        add(CUSTOMER, "b", "RESERVATION_REQUESTED", 8);
        add("notification.restaurant", "c", "RESERVATION_REQUESTED", 7);
        add(CUSTOMER, "d", "ORDER_CREATED", 0);
        add(CUSTOMER, "e", "ORDER_CREATED", 0);

        assertThat(received.totals()).isEqualTo(new ReceivedMessages.Totals(5, 0, 0));
    }

    private void add(String queue, String id, String type, long reservation) {
        String event = "{\"event_id\":\"%s\",\"event_type\":\"%s\",\"payload\":{\"reservationId\":%d}}"
                .formatted(id, type, reservation);
        reader.add(queue, JsonMapper.shared().readTree(event));
    }
}
