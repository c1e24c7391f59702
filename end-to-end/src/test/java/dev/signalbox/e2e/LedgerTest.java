package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LedgerTest {
    @Test
    void whatArrivesInOrderIsInOrder() {
        Ledger ledger = ledger(4, arrival("a", 0, 1), arrival("b", 2), arrival("a", 3));
        ledger.assertNothingLostAndInOrder().assertNoDuplicates();
        assertThat(ledger.arrived()).isEqualTo(4);
    }

    @Test
    void aRepetitionIsADuplicateAndBreaksNoOrder() {
        Ledger ledger = ledger(3, arrival("a", 0, 1), arrival("a", 2), arrival("a", 0, 1));
        ledger.assertNothingLostAndInOrder().assertDuplicatesOnlyOf(ids(2));
        assertThat(ledger.duplicates()).isEqualTo(2);
        assertThatThrownBy(ledger::assertNoDuplicates).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> ledger.assertDuplicatesOnlyOf(ids(1))).isInstanceOf(AssertionError.class);
    }

    @Test
    void anOvertakenItemIsFound() {
        Ledger ledger = ledger(3, arrival("a", 0), arrival("a", 2), arrival("a", 1));
        assertThatThrownBy(ledger::assertNothingLostAndInOrder).hasMessageContaining("order violations");
    }

    @Test
    void aLostItemIsFound() {
        Ledger ledger = ledger(3, arrival("a", 0), arrival("a", 2));
        assertThatThrownBy(ledger::assertNothingLostAndInOrder).hasMessageContaining(Application.id(1));
    }

    @Test
    void anotherBodyUnderTheSameIdIsFound() {
        Ledger ledger = ledger(1, arrival("a", 0), arrival("b", 0));
        assertThatThrownBy(ledger::assertNothingLostAndInOrder).hasMessageContaining("another body");
    }

    @Test
    void anArrayIsSplitIntoItsElementsAsTheyAreWritten() {
        assertThat(Item.split("[{\"id\":\"x\",\"a\":[1,{}]}, \"],[\\\"\" ,null]"))
                .extracting(Item::raw)
                .containsExactly("{\"id\":\"x\",\"a\":[1,{}]}", " \"],[\\\"\" ", "null");
    }

    private static Ledger ledger(int expected, Arrival... arrivals) {
        return new Ledger(ids(expected), List.of(arrivals));
    }

    private static List<String> ids(int count) {
        return IntStream.range(0, count).mapToObj(Application::id).toList();
    }

    private static Arrival arrival(String group, long... numbers) {
        List<Item> items = LongStream.of(numbers)
                .mapToObj(number -> Item.of(Application.payload(number, group)))
                .toList();
        return new Arrival(0, "/", "", 0, 0, items);
    }
}
