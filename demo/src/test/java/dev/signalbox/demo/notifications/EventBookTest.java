package dev.signalbox.demo.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.examples.Arrivals;
import org.junit.jupiter.api.Test;

class EventBookTest {
    private static final String CUSTOMER = "notification.customer";

    private final EventBook book = new EventBook();

    @Test
    void whatComesAgainIsNeitherNewNorOvertaken() {
        book.note(CUSTOMER, "a", "RESERVATION_REQUESTED", 7);
        book.note(CUSTOMER, "b", "RESERVATION_CONFIRMED", 7);
        book.note(CUSTOMER, "a", "RESERVATION_REQUESTED", 7);

        assertThat(book.totals()).isEqualTo(new Arrivals(2, 1, 0));
        assertThat(book.arrived()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aStepAfterALaterOneOfItsReservationWasOvertaken() {
        book.note(CUSTOMER, "b", "RESERVATION_CANCELLED", 7);
        book.note(CUSTOMER, "a", "RESERVATION_CONFIRMED", 7);

        assertThat(book.totals().violations()).isEqualTo(1);
    }

    @Test
    void otherReservationsAndOtherQueuesAndOrdersHaveNoSayInThat() {
        book.note(CUSTOMER, "a", "RESERVATION_CANCELLED", 7);
        book.note(CUSTOMER, "b", "RESERVATION_REQUESTED", 8);
        book.note("notification.restaurant", "c", "RESERVATION_REQUESTED", 7);
        book.note(CUSTOMER, "d", "ORDER_CREATED", 0);
        book.note(CUSTOMER, "e", "ORDER_CREATED", 0);

        assertThat(book.totals()).isEqualTo(new Arrivals(5, 0, 0));
    }
}
