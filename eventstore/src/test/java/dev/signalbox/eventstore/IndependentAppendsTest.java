package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Independent appends do not wait for each other, however long one takes. */
class IndependentAppendsTest {
    private TestDatabase database;
    private Connection slow;
    private Connection impatient;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.withTables();
        slow = database.transaction();
        impatient = database.impatientTransaction();
    }

    @AfterEach
    void drop() throws SQLException {
        slow.close();
        impatient.close();
        database.close();
    }

    @Test
    void decisionsAboutDifferentWallets() {
        withdraw(slow, "w1");
        assertThat(withdraw(impatient, "w2")).hasSize(1);
    }

    @Test
    void decisionsWithinOneTenant() {
        decideInTenant(slow, "0f8fad5b");
        assertThat(decideInTenant(impatient, "7c9e6679")).hasSize(1);
    }

    @Test
    void changesOfTheSameThingWithoutACondition() {
        AppendEvent deposit = Wallets.moved("DepositMade", "w1", 5);
        EventStore.in(slow).append(List.of(deposit));
        assertThat(EventStore.in(impatient).append(List.of(deposit))).hasSize(1);
    }

    @Test
    void transfersToTheSameWallet() {
        transfer(slow, "w1", "w3");
        assertThat(transfer(impatient, "w2", "w3")).hasSize(2);
    }

    @Test
    void aDecisionAboutOtherEventsOfTheSameThing() {
        AppendEvent ordered =
                AppendEvent.builder("Ordered").tag("product", "1").data("{}").build();
        AppendEvent priced =
                AppendEvent.builder("Priced").tag("product", "1").data("{}").build();
        EventStore.in(slow).append(List.of(ordered));
        assertThat(appendIf(impatient, DecisionModel.of("product", "1", "Priced"), priced))
                .hasSize(1);
    }

    @Test
    void aTypeThatIsDecidedAboutAndAnotherType() {
        AppendEvent invoice = AppendEvent.builder("InvoiceSent").data("{}").build();
        appendIf(slow, DecisionModel.of(QueryItem.types("InvoiceSent")), invoice);
        assertThat(withdraw(impatient, "w1")).hasSize(1);
    }

    @Test
    void whereasADecisionAboutEverythingWaits() {
        withdraw(slow, "w1");
        assertThatThrownBy(
                        () -> appendIf(impatient, DecisionModel.of(Query.all()), Wallets.moved("DepositMade", "w2", 1)))
                .isInstanceOf(EventStoreException.class)
                .hasMessageContaining("lock timeout");
    }

    private static List<Long> withdraw(Connection connection, String wallet) {
        return appendIf(connection, Wallets.model(wallet), Wallets.moved("WithdrawalMade", wallet, 5));
    }

    private static List<Long> transfer(Connection connection, String from, String to) {
        return appendIf(
                connection,
                Wallets.model(from),
                Wallets.moved("WithdrawalMade", from, 5),
                Wallets.moved("DepositMade", to, 5));
    }

    private static List<Long> decideInTenant(Connection connection, String wallet) {
        AppendEvent event = AppendEvent.builder("Withdrawn")
                .tag("tenant", "acme")
                .tag("wallet", wallet)
                .data("{}")
                .build();
        QueryItem item = QueryItem.types("Withdrawn").tag("tenant", "acme").tag("wallet", wallet);
        return appendIf(connection, DecisionModel.of(item), event);
    }

    private static List<Long> appendIf(Connection connection, DecisionModel model, AppendEvent... events) {
        EventStore store = EventStore.in(connection);
        Cursor cursor = store.project(model, 0, (count, event) -> count + 1).cursor();
        return store.appendIf(List.of(events), model.toAppendCondition(cursor).build());
    }
}
