package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every delivery ledger must do. */
public abstract class DeliveryLedgerContract {
    /** The ledger of a relay; a test's ledgers share one database, and each test has another. */
    protected abstract DeliveryLedger open(String relay) throws Exception;

    @Test
    void whatIsRecordedIsFoundByAllNodesAndOnlyForItsRelay() throws Exception {
        open("shop").record(Map.of("a", Set.of("eu"), "b", Set.of("eu", "us")));

        assertThat(open("shop").delivered(List.of("a", "b", "c")))
                .isEqualTo(Map.of("a", Set.of("eu"), "b", Set.of("eu", "us")));
        assertThat(open("bank").delivered(List.of("a", "b"))).isEmpty();
    }

    @Test
    void toRecordAgainChangesNothingAndClustersAddUp() throws Exception {
        DeliveryLedger ledger = open("shop");
        ledger.record(Map.of("a", Set.of("eu")));
        ledger.record(Map.of("a", Set.of("eu")));
        ledger.record(Map.of("a", Set.of("us")));

        assertThat(ledger.delivered(List.of("a"))).isEqualTo(Map.of("a", Set.of("eu", "us")));
    }

    @Test
    void whatIsDoneIsForgottenAndNothingElse() throws Exception {
        DeliveryLedger ledger = open("shop");
        ledger.record(Map.of("a", Set.of("eu"), "A", Set.of("eu"), "a ", Set.of("us")));

        ledger.forget(List.of("a"));

        assertThat(ledger.delivered(List.of("a", "A", "a ")))
                .as("ids are exact to the byte")
                .isEqualTo(Map.of("A", Set.of("eu"), "a ", Set.of("us")));
    }

    @Test
    void idsOfAnyCharactersAreKept() throws Exception {
        DeliveryLedger ledger = open("shop");
        String odd = "é'\"%_\\\uD83D\uDE00";
        ledger.record(Map.of(odd, Set.of("eu")));

        assertThat(ledger.delivered(List.of(odd))).isEqualTo(Map.of(odd, Set.of("eu")));
    }
}
