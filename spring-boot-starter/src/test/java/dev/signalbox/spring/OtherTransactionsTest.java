package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.signalbox.client.Layout;
import dev.signalbox.client.Message;
import dev.signalbox.client.MessageRefusedException;
import dev.signalbox.client.Outbox;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactions of other resources than the outbox's data source. */
class OtherTransactionsTest {
    private static final Outbox OUTBOX = Outbox.of(Layout.signalbox());
    private static final Message MESSAGE =
            Message.builder("order.placed").group("order-1").payload("{}").build();

    private final TestDatabase database = TestDatabase.create();
    private final DataSource dataSource = database.dataSource();

    private static TransactionTemplate transaction(DataSource of) {
        return new TransactionTemplate(new DataSourceTransactionManager(of));
    }

    @Test
    void aTransactionOfAnotherDataSourceIsRefusedEvenWithAConnectionAtHand() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setDataSource(dataSource);
            pool.setAutoCommit(false);
            TransactionalOutbox outbox = new TransactionalOutbox(OUTBOX, pool);
            transaction(TestDatabase.create().dataSource()).executeWithoutResult(status -> {
                assertThatThrownBy(() -> outbox.record(MESSAGE))
                        .isInstanceOf(IllegalTransactionStateException.class)
                        .hasMessageContaining("there is a transaction, but not one of the data source");
                // This leaves a connection bound to the thread, in a transaction that is never committed.
                new JdbcTemplate(pool).execute("SELECT 1");
                assertThatThrownBy(() -> outbox.record(MESSAGE)).isInstanceOf(IllegalTransactionStateException.class);
            });
            transaction(pool).executeWithoutResult(status -> outbox.record(MESSAGE));
        }
        assertThat(database.groups()).hasSize(1);
    }

    @Test
    void whereThatIsAllowedACallHasATransactionOfItsOwn() {
        TransactionalOutbox outbox =
                new TransactionalOutbox(OUTBOX, dataSource, new DataSourceTransactionManager(dataSource));
        outbox.record(MESSAGE);
        assertThat(database.groups()).containsExactly("order-1");
        transaction(dataSource).executeWithoutResult(status -> {
            outbox.record(MESSAGE);
            status.setRollbackOnly();
        });
        assertThatThrownBy(() -> outbox.record(
                        Message.builder("x").tag("a", "b").payload("{}").build()))
                .isInstanceOf(MessageRefusedException.class);
        assertThat(database.groups()).hasSize(1);
    }

    @Test
    void aTransactionOfItsOwnIsNotBegunBesideOneOfAnotherDataSource() {
        TransactionalOutbox outbox =
                new TransactionalOutbox(OUTBOX, dataSource, new DataSourceTransactionManager(dataSource));
        transaction(TestDatabase.create().dataSource())
                .executeWithoutResult(status -> assertThatThrownBy(() -> outbox.record(MESSAGE))
                        .isInstanceOf(IllegalTransactionStateException.class));
        assertThat(database.groups()).isEmpty();
    }

    @Test
    void aSuspendedTransactionIsNone() {
        TransactionalOutbox outbox = new TransactionalOutbox(OUTBOX, dataSource);
        TransactionTemplate suspending = transaction(dataSource);
        suspending.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
        transaction(dataSource).executeWithoutResult(outer -> {
            suspending.executeWithoutResult(inner -> assertThatThrownBy(() -> outbox.record(MESSAGE))
                    .isInstanceOf(IllegalTransactionStateException.class));
            outbox.record(MESSAGE);
        });
        assertThat(database.groups()).hasSize(1);
    }

    @Test
    void aCoveredDataSourceIsTheSame() {
        DataSource covered = new TransactionAwareDataSourceProxy(dataSource);
        TransactionalOutbox outbox = new TransactionalOutbox(OUTBOX, covered);
        transaction(covered).executeWithoutResult(status -> outbox.record(MESSAGE));
        assertThat(database.groups()).hasSize(1);
    }

    @Test
    void aTableThatHasOnlyAFlagIsWritten() {
        database.run("CREATE TABLE messages (id text PRIMARY KEY, order_id text, payload text NOT NULL,"
                + " created_at timestamp NOT NULL, sent boolean NOT NULL)");
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SignalboxAutoConfiguration.class))
                .withBean(DataSource.class, () -> dataSource)
                .withPropertyValues(
                        "signalbox.client.layout=sent-flag",
                        "signalbox.client.table=messages",
                        "signalbox.client.columns.message-group=order_id",
                        "signalbox.client.type=order.placed")
                .run(context -> {
                    TransactionalOutbox outbox = context.getBean(TransactionalOutbox.class);
                    transaction(dataSource).executeWithoutResult(status -> outbox.record(MESSAGE));
                });
        assertThat(database.texts("SELECT order_id || ' ' || sent FROM messages"))
                .containsExactly("order-1 false");
    }

    @Test
    void whatTheDatabaseRefusesIsSpringsException() {
        TransactionalOutbox outbox =
                new TransactionalOutbox(Outbox.of(Layout.signalbox().table("missing")), dataSource);
        assertThatThrownBy(() -> transaction(dataSource).executeWithoutResult(status -> outbox.record(MESSAGE)))
                .isInstanceOf(BadSqlGrammarException.class)
                .hasMessageStartingWith("Cannot record a message: ERROR: relation \"missing\" does not exist");
    }
}
