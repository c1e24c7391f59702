package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every delivery ledger must do. */
public abstract class DeliveryLedgerContract {
    /** The ledger of a relay; a test's ledgers share one database, and each test has another. */
    protected abstract DeliveryLedger open(String relay) throws Exception;

    /** A live owner. */
    protected abstract Incarnation join(String name) throws Exception;

    /** Another node has taken over from this owner. */
    protected abstract void fence(Incarnation owner) throws Exception;

    private @Nullable Incarnation first;

    private Incarnation owner() throws Exception {
        Incarnation joined = first == null ? join("first") : first;
        first = joined;
        return joined;
    }

    @Test
    void anOwnerWhoseLeaseIsGoneWritesNothing() throws Exception {
        DeliveryLedger ledger = open("shop");
        ledger.record(owner(), Map.of("a", Set.of("eu")));
        fence(owner());

        assertThatThrownBy(() -> ledger.record(owner(), Map.of("a", Set.of("us"), "b", Set.of("eu"))))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("has ended");
        assertThatThrownBy(() -> ledger.forget(owner(), List.of("a"))).isInstanceOf(SourceException.class);

        assertThat(ledger.delivered(List.of("a", "b"))).isEqualTo(Map.of("a", Set.of("eu")));
        ledger.record(join("second"), Map.of("a", Set.of("us")));
        assertThat(ledger.delivered(List.of("a"))).isEqualTo(Map.of("a", Set.of("eu", "us")));
    }

    @Test
    void anOwnerOfAnotherServerWritesNothing() throws Exception {
        DeliveryLedger ledger = open("shop");

        assertThatThrownBy(() -> ledger.record(join("first@another"), Map.of("a", Set.of("eu"))))
                .isInstanceOf(SourceException.class);
        assertThat(ledger.delivered(List.of("a"))).isEmpty();
    }

    @Test
    void anOperatorResetsMessagesWithoutALease() throws Exception {
        DeliveryLedger ledger = open("shop");
        ledger.record(owner(), Map.of("a", Set.of("eu"), "b", Set.of("eu")));

        ledger.reset(List.of("a"));

        assertThat(ledger.delivered(List.of("a", "b"))).isEqualTo(Map.of("b", Set.of("eu")));
    }

    @Test
    void whatIsRecordedIsFoundByAllNodesAndOnlyForItsRelay() throws Exception {
        open("shop").record(owner(), Map.of("a", Set.of("eu"), "b", Set.of("eu", "us")));

        assertThat(open("shop").delivered(List.of("a", "b", "c")))
                .isEqualTo(Map.of("a", Set.of("eu"), "b", Set.of("eu", "us")));
        assertThat(open("bank").delivered(List.of("a", "b"))).isEmpty();
    }

    @Test
    void toRecordAgainChangesNothingAndClustersAddUp() throws Exception {
        DeliveryLedger ledger = open("shop");
        ledger.record(owner(), Map.of("a", Set.of("eu")));
        ledger.record(owner(), Map.of("a", Set.of("eu")));
        ledger.record(owner(), Map.of("a", Set.of("us")));

        assertThat(ledger.delivered(List.of("a"))).isEqualTo(Map.of("a", Set.of("eu", "us")));
    }

    @Test
    void whatIsDoneIsForgottenAndNothingElse() throws Exception {
        DeliveryLedger ledger = open("shop");
        ledger.record(owner(), Map.of("a", Set.of("eu"), "A", Set.of("eu"), "a ", Set.of("us")));

        ledger.forget(owner(), List.of("a"));

        assertThat(ledger.delivered(List.of("a", "A", "a ")))
                .as("ids are exact to the byte")
                .isEqualTo(Map.of("A", Set.of("eu"), "a ", Set.of("us")));
    }

    @Test
    void idsOfAnyCharactersAreKept() throws Exception {
        DeliveryLedger ledger = open("shop");
        String odd = "é'\"%_\\\uD83D\uDE00";
        ledger.record(owner(), Map.of(odd, Set.of("eu")));

        assertThat(ledger.delivered(List.of(odd))).isEqualTo(Map.of(odd, Set.of("eu")));
    }
}
