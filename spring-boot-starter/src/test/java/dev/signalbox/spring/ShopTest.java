package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.client.Message;
import dev.signalbox.client.MessageRefusedException;
import dev.signalbox.spring.shop.Billing;
import dev.signalbox.spring.shop.FixedTrace;
import dev.signalbox.spring.shop.Orders;
import dev.signalbox.spring.shop.ShopApplication;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A whole Spring Boot application with its own pool and transaction manager, without JPA. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShopTest {
    private final TestDatabase database = TestDatabase.create();
    private ConfigurableApplicationContext shop;

    @BeforeAll
    void start() {
        shop = new SpringApplicationBuilder(ShopApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=postgres",
                        "spring.main.banner-mode=off",
                        "management.endpoints.web.exposure.include=signalbox",
                        "signalbox.client.headers.from=shop",
                        "signalbox.inbox.table=shop_inbox",
                        "signalbox.inbox.create-table=true",
                        "signalbox.inbox.clean-up.after=1h",
                        "signalbox.inbox.clean-up.every=1s")
                .run();
    }

    @AfterAll
    void stop() {
        shop.close();
    }

    @BeforeEach
    void empty() {
        database.run("TRUNCATE signalbox_outbox, orders, bills, shop_inbox");
    }

    private Orders orders() {
        return shop.getBean(Orders.class);
    }

    private TransactionalOutbox outbox() {
        return shop.getBean(TransactionalOutbox.class);
    }

    private TransactionTemplate transaction() {
        return new TransactionTemplate(shop.getBean(PlatformTransactionManager.class));
    }

    private static Message message(String group) {
        return Message.builder("order.placed").group(group).payload("{}").build();
    }

    @Test
    void aCommitWritesTheRowAndTheMessage() {
        orders().place("order-1", 12);
        assertThat(database.texts("SELECT id FROM orders")).containsExactly("order-1");
        assertThat(database.texts("SELECT message_group || ' ' || type || ' ' || payload FROM signalbox_outbox"))
                .containsExactly("order-1 order.placed {\"order\": \"order-1\", \"total\": 12}");
    }

    @Test
    void aRollbackLeavesNothing() {
        transaction().executeWithoutResult(status -> {
            outbox().record(message("order-1"));
            status.setRollbackOnly();
        });
        orders().place("order-2", 1);
        assertThatThrownBy(() -> orders().place("order-2", 2)).isInstanceOf(DataIntegrityViolationException.class);
        assertThat(database.groups()).containsExactly("order-2");
    }

    @Test
    void aMethodInsideJoinsTheTransactionThatIsOpen() {
        assertThatThrownBy(() -> transaction().executeWithoutResult(status -> {
                    orders().place("order-1", 12);
                    throw new IllegalArgumentException("the customer has gone");
                }))
                .hasMessage("the customer has gone");
        assertThat(database.groups()).isEmpty();
        transaction().executeWithoutResult(status -> {
            orders().place("order-2", 12);
            assertThat(database.groups()).isEmpty();
        });
        assertThat(database.groups()).containsExactly("order-2");
    }

    @Test
    void withoutATransactionNothingIsRecorded() {
        assertThatThrownBy(() -> outbox().record(message("order-1")))
                .isInstanceOf(IllegalTransactionStateException.class)
                .hasMessageStartingWith("Cannot record a message without a transaction")
                .hasMessageContaining("@Transactional")
                .hasMessageContaining("signalbox.client.require-transaction=false");
        assertThat(database.groups()).isEmpty();
    }

    @Test
    void aReadOnlyTransactionIsRefused() {
        TransactionTemplate readOnly = transaction();
        readOnly.setReadOnly(true);
        assertThatThrownBy(() -> readOnly.executeWithoutResult(status -> outbox().record(message("order-1"))))
                .isInstanceOf(IllegalTransactionStateException.class)
                .hasMessageContaining("read-only");
    }

    @Test
    void aRefusedMessageLeavesTheTransactionAlone() {
        Message tagged =
                Message.builder("order.placed").tag("a", "b").payload("{}").build();
        transaction().executeWithoutResult(status -> {
            assertThatThrownBy(() -> outbox().record(tagged)).isInstanceOf(MessageRefusedException.class);
            outbox().record(message("order-1"));
        });
        assertThat(database.groups()).containsExactly("order-1");
    }

    @Test
    void manyMessagesKeepTheirOrder() {
        List<String> ids =
                transaction().execute(status -> outbox().record(List.of(message("c"), message("a"), message("b"))));
        assertThat(database.groups()).containsExactly("c", "a", "b");
        assertThat(database.texts("SELECT id FROM signalbox_outbox ORDER BY position"))
                .isEqualTo(ids);
    }

    @Test
    void messagesCarryTheCurrentTraceAndTheHeadersOfTheSettings() {
        FixedTrace trace = shop.getBean(FixedTrace.class);
        trace.begin("463ac35c9f6413ad", "a2fb4a1d1a96d312");
        try {
            orders().place("order-1", 12);
        } finally {
            trace.end();
        }
        assertThat(database.texts("SELECT headers ->> 'traceparent' FROM signalbox_outbox"))
                .containsExactly("00-0000000000000000463ac35c9f6413ad-a2fb4a1d1a96d312-01");
        // Outside a span, a tracer may return zero ids.
        trace.begin("0".repeat(32), "0".repeat(16));
        try {
            orders().place("order-2", 12);
        } finally {
            trace.end();
        }
        assertThat(database.texts("SELECT headers FROM signalbox_outbox WHERE message_group = 'order-2'"))
                .containsExactly("{\"from\": \"shop\"}");
    }

    @Test
    void aMessageIsConsumedOnlyOnce() {
        Billing billing = shop.getBean(Billing.class);
        assertThat(billing.orderPlaced("m1", "order-1")).isTrue();
        assertThat(billing.orderPlaced("m1", "order-1")).isFalse();
        assertThatThrownBy(() -> billing.orderPlaced("m2", "order-1"))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThat(database.texts("SELECT message_id FROM shop_inbox")).containsExactly("m1");
        assertThat(billing.orderPlaced("m2", "order-2")).isTrue();
        assertThatThrownBy(() -> shop.getBean(TransactionalInbox.class).once("m3", "billing", () -> {}))
                .isInstanceOf(IllegalTransactionStateException.class)
                .hasMessageStartingWith("Cannot consume a message without a transaction");
    }

    @Test
    void oldMessagesAreForgotten() {
        database.run(
                "INSERT INTO shop_inbox VALUES ('new', 'billing', now()), ('old', 'billing', now() - interval '2h')");
        await().untilAsserted(() ->
                assertThat(database.texts("SELECT message_id FROM shop_inbox")).containsExactly("new"));
    }

    @Test
    void healthTellsWhetherTheTableCanBeSeen() {
        HealthIndicator indicator = shop.getBean("signalboxHealthIndicator", HealthIndicator.class);
        assertThat(indicator.health()).extracting(Health::getStatus).isEqualTo(Status.UP);
        database.run("ALTER TABLE signalbox_outbox RENAME TO hidden");
        try {
            assertThat(indicator.health()).satisfies(health -> {
                assertThat(health.getStatus()).isEqualTo(Status.DOWN);
                assertThat(health.getDetails())
                        .containsEntry("table", "signalbox_outbox")
                        .containsEntry("reason", "the table is not there, or the application may not see it");
            });
        } finally {
            database.run("ALTER TABLE hidden RENAME TO signalbox_outbox");
        }
    }

    @Test
    void theEndpointTellsHowFullTheTablesAre() {
        orders().place("order-1", 12);
        shop.getBean(Billing.class).orderPlaced("m1", "order-1");
        assertThat(report()).isEqualTo("""
                {"outbox":{"layout":"signalbox","table":"signalbox_outbox","state":"READY",\
                "waiting":{"count":1,"more":false}},\
                "inbox":{"table":"shop_inbox","state":"READY","marks":{"count":1,"more":false}}}""");
    }

    @Test
    void theEndpointTellsWhatIsMissingAndWhatMayNotBeRead() {
        database.run("CREATE ROLE clerk LOGIN");
        database.run("GRANT INSERT ON signalbox_outbox TO clerk");
        SignalboxEndpoint endpoint = new SignalboxEndpoint(
                new AutoCommitConnection(new DriverManagerDataSource(database.url(), "clerk", "")),
                shop.getBean(OutboxTable.class),
                new InboxTable(NamedTable.parse("none", null)));
        assertThat(endpoint.report())
                .isEqualTo(new SignalboxEndpoint.Report(
                        new SignalboxEndpoint.Outbox(
                                "signalbox",
                                "signalbox_outbox",
                                TableState.READY,
                                null,
                                "ERROR: permission denied for table signalbox_outbox"),
                        new SignalboxEndpoint.Inbox("none", TableState.MISSING, null, null)));
    }

    /** As Actuator serialises it. */
    private String report() {
        return shop.getBean(EndpointJsonMapper.class)
                .get()
                .writeValueAsString(shop.getBean(SignalboxEndpoint.class).report());
    }
}
