package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OutboxDeliveryOracleTest {
    @Test
    void whatArrivesInOrderIsInOrder() {
        OutboxDeliveryOracle outboxDeliveryOracle = ledger(4, arrival("a", 0, 1), arrival("b", 2), arrival("a", 3));
        outboxDeliveryOracle.assertNothingLostAndInOrder().assertNoDuplicates();
        assertThat(outboxDeliveryOracle.arrived()).isEqualTo(4);
    }

    @Test
    void aRepetitionIsADuplicateAndBreaksNoOrder() {
        OutboxDeliveryOracle outboxDeliveryOracle = ledger(3, arrival("a", 0, 1), arrival("a", 2), arrival("a", 0, 1));
        outboxDeliveryOracle.assertNothingLostAndInOrder().assertDuplicatesOnlyOf(ids(2));
        assertThat(outboxDeliveryOracle.duplicates()).isEqualTo(2);
        assertThatThrownBy(outboxDeliveryOracle::assertNoDuplicates).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> outboxDeliveryOracle.assertDuplicatesOnlyOf(ids(1)))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void anOvertakenItemIsFound() {
        OutboxDeliveryOracle outboxDeliveryOracle = ledger(3, arrival("a", 0), arrival("a", 2), arrival("a", 1));
        assertThatThrownBy(outboxDeliveryOracle::assertNothingLostAndInOrder).hasMessageContaining("order violations");
    }

    @Test
    void aLostItemIsFound() {
        OutboxDeliveryOracle outboxDeliveryOracle = ledger(3, arrival("a", 0), arrival("a", 2));
        assertThatThrownBy(outboxDeliveryOracle::assertNothingLostAndInOrder).hasMessageContaining(OutboxWriter.id(1));
    }

    @Test
    void anotherBodyUnderTheSameIdIsFound() {
        OutboxDeliveryOracle outboxDeliveryOracle = ledger(1, arrival("a", 0), arrival("b", 0));
        assertThatThrownBy(outboxDeliveryOracle::assertNothingLostAndInOrder).hasMessageContaining("another body");
    }

    @Test
    void anArrayIsSplitIntoItsElementsAsTheyAreWritten() {
        assertThat(ReceivedItem.split("[{\"id\":\"x\",\"a\":[1,{}]}, \"],[\\\"\" ,null]"))
                .extracting(ReceivedItem::raw)
                .containsExactly("{\"id\":\"x\",\"a\":[1,{}]}", " \"],[\\\"\" ", "null");
    }

    private static OutboxDeliveryOracle ledger(int expected, ReceivedRequest... receivedRequests) {
        return new OutboxDeliveryOracle(ids(expected), List.of(receivedRequests));
    }

    private static List<String> ids(int count) {
        return IntStream.range(0, count).mapToObj(OutboxWriter::id).toList();
    }

    private static ReceivedRequest arrival(String group, long... numbers) {
        List<ReceivedItem> receivedItems = LongStream.of(numbers)
                .mapToObj(number -> ReceivedItem.of(OutboxWriter.payload(number, group)))
                .toList();
        return new ReceivedRequest(0, "/", "", 0, 0, receivedItems);
    }
}
