package dev.signalbox.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.example.orders.service.Order;
import dev.signalbox.example.orders.service.OrderService;
import dev.signalbox.example.orders.service.Orders;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The whole program on a real PostgreSQL, used over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrderServiceTest {
    private static final String LAMP = "{\"customerName\":\"Ada\",\"productName\":\"Lamp\",\"amount\":12.50}";
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private final TestDatabase database = TestDatabase.create("orders");
    private ConfigurableApplicationContext service;
    private ApiClient apiClient;

    @BeforeAll
    void start() {
        service = OrderService.start(database.options());
        apiClient = new ApiClient(service);
    }

    @AfterAll
    void stop() {
        apiClient.close();
        service.close();
    }

    @BeforeEach
    void empty() {
        database.run("TRUNCATE orders, outbox_events RESTART IDENTITY");
    }

    @Test
    void anOrderAndItsEventAreRecordedTogether() throws Exception {
        ApiClient.Reply reply = apiClient.send(apiClient
                .request("/api/orders")
                .header("Content-Type", "application/json")
                .header("X-Correlation-Id", "cart-7")
                .header("traceparent", TRACE)
                .POST(BodyPublishers.ofString(LAMP)));

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.header("Location")).isEqualTo("/api/orders/1");
        assertThat(reply.header("X-Correlation-Id")).isEqualTo("cart-7");
        assertThat(reply.text("status")).isEqualTo("PENDING");
        assertThat(reply.body().get("amount").decimalValue()).isEqualByComparingTo("12.5");
        assertThat(apiClient.get("/api/orders/1").body()).isEqualTo(reply.body());
        assertThat(database.texts("SELECT concat_ws(' ', aggregate_type, aggregate_id, event_type, correlation_id,"
                        + " traceparent, sent_at, in_progress_until) FROM outbox_events"))
                .containsExactly("Order 1 OrderCreated cart-7 " + TRACE);
        assertThat(database.texts("SELECT payload::jsonb - 'createdAt' FROM outbox_events"))
                .containsExactly("{\"amount\": 12.50, \"status\": \"PENDING\", \"orderId\": 1,"
                        + " \"productName\": \"Lamp\", \"customerName\": \"Ada\"}");
        assertThat(database.texts("SELECT abs(extract(epoch FROM created_at - timezone('UTC', now()))) < 60"
                        + " FROM outbox_events"))
                .as("UTC, as Signalbox reads it")
                .containsExactly("t");
    }

    @Test
    void aRequestWithoutOrWithABadCorrelationIdGetsOne() throws Exception {
        String made = apiClient.post("/api/orders", LAMP).header("X-Correlation-Id");
        ApiClient.Reply reply = apiClient.send(apiClient
                .request("/api/orders")
                .header("Content-Type", "application/json")
                .header("X-Correlation-Id", "x".repeat(300))
                .header("traceparent", "nonsense")
                .POST(BodyPublishers.ofString(LAMP)));

        assertThat(made).hasSize(36);
        assertThat(reply.status()).isEqualTo(201);
        assertThat(database.texts("SELECT concat_ws(' ', correlation_id, traceparent) FROM outbox_events ORDER BY id"))
                .containsExactly(made, reply.header("X-Correlation-Id"));
    }

    @Test
    void anOrderGoesItsWayAndOnlyThat() throws Exception {
        apiClient.post("/api/orders", LAMP);
        assertThat(status(1, "PROCESSING").text("status")).isEqualTo("PROCESSING");
        assertThat(status(1, "PROCESSING").status()).as("a repeated request").isEqualTo(200);
        ApiClient.Reply back = status(1, "PENDING");
        assertThat(back.isProblem(409)).isTrue();
        assertThat(back.text("orderStatus")).isEqualTo("PROCESSING");
        assertThat(back.body().get("allowed").toString()).isEqualTo("[\"COMPLETED\",\"CANCELLED\"]");
        assertThat(status(1, "COMPLETED").status()).isEqualTo(200);
        assertThat(status(1, "CANCELLED").isProblem(409)).isTrue();

        assertThat(database.texts("SELECT event_type || coalesce(' ' || (payload::jsonb ->> 'oldStatus'), '')"
                        + " || coalesce(' ' || (payload::jsonb ->> 'newStatus'), '')"
                        + " FROM outbox_events ORDER BY created_at, id"))
                .containsExactly(
                        "OrderCreated",
                        "OrderStatusChanged PENDING PROCESSING",
                        "OrderStatusChanged PROCESSING COMPLETED");
    }

    private ApiClient.Reply status(long id, String status) throws IOException, InterruptedException {
        return apiClient.patch("/api/orders/" + id + "/status", "{\"status\":\"" + status + "\"}");
    }

    @Test
    void ordersAreListedPageByPage() throws Exception {
        for (int i = 0; i < 5; i++) {
            apiClient.post("/api/orders", LAMP);
        }
        ApiClient.Reply first = apiClient.get("/api/orders?size=3");
        assertThat(first.body().size()).isEqualTo(3);
        assertThat(first.header("Link")).isEqualTo("</api/orders?after=3&size=3>; rel=\"next\"");
        ApiClient.Reply second = apiClient.get("/api/orders?after=3&size=3");
        assertThat(second.body().findValuesAsString("id")).containsExactly("4", "5");
        assertThat(second.header("Link")).isEmpty();
        assertThat(apiClient.get("/api/orders").body().size()).isEqualTo(5);

        ApiClient.Reply wrong = apiClient.get("/api/orders?after=-1&size=101");
        assertThat(wrong.isProblem(400)).isTrue();
        assertThat(wrong.faults()).containsExactly("after", "size");
        assertThat(apiClient.get("/api/orders?size=many").isProblem(400)).isTrue();
    }

    @Test
    void badInputIsRefusedWithAllThatIsWrong() throws Exception {
        assertFaults("{}", "customerName", "productName", "amount");
        assertFaults(
                "{\"customerName\":\" \",\"productName\":7,\"amount\":\"12\",\"colour\":1}",
                "customerName",
                "productName",
                "amount",
                "colour");
        assertFaults(
                "{\"customerName\":\"A\\u0000da\",\"productName\":\"\\ud800\",\"amount\":0.001}",
                "customerName",
                "productName",
                "amount");
        assertFaults(
                "{\"customerName\":\"%s\",\"productName\":\"Lamp\",\"amount\":1e400}".formatted("x".repeat(201)),
                "customerName",
                "amount");
        assertFaults("{\"customerName\":\"Ada\",\"productName\":\"Lamp\",\"amount\":-1}", "amount");

        assertThat(apiClient.post("/api/orders", "{\"amount\":").isProblem(400)).isTrue();
        assertThat(apiClient.post("/api/orders", "[]").isProblem(400)).isTrue();
        assertThat(apiClient.post("/api/orders", "{\"amount\":1,\"amount\":2}").isProblem(400))
                .isTrue();
        assertThat(apiClient.send("POST", "/api/orders", "text/plain", LAMP).isProblem(415))
                .isTrue();
        assertThat(apiClient.post("/api/orders", LAMP + " ".repeat(16 * 1024)).isProblem(413))
                .isTrue();
        assertThat(database.texts("SELECT id FROM orders")).isEmpty();
        assertThat(database.texts("SELECT id FROM outbox_events")).isEmpty();
    }

    private void assertFaults(String body, String... fields) throws IOException, InterruptedException {
        ApiClient.Reply reply = apiClient.post("/api/orders", body);
        assertThat(reply.isProblem(400)).as(body).isTrue();
        assertThat(reply.faults()).containsExactly(fields);
    }

    @Test
    void whatIsNotThereIsAProblemDocumentToo() throws Exception {
        assertThat(apiClient.get("/api/orders/17").isProblem(404)).isTrue();
        assertThat(status(17, "CANCELLED").isProblem(404)).isTrue();
        assertThat(apiClient.get("/api/orders/x").isProblem(400)).isTrue();
        assertThat(apiClient.get("/nothing").isProblem(404)).isTrue();
        assertThat(apiClient.send(apiClient.request("/api/orders").DELETE()).isProblem(405))
                .isTrue();
        apiClient.post("/api/orders", LAMP);
        ApiClient.Reply unknown = status(1, "LOST");
        assertThat(unknown.isProblem(400)).isTrue();
        assertThat(unknown.faults()).containsExactly("status");
    }

    @Test
    void aRollbackLeavesNeitherOrderNorEvent() {
        Orders orders = service.getBean(Orders.class);
        TransactionTemplate transaction = new TransactionTemplate(service.getBean(PlatformTransactionManager.class));
        assertThatThrownBy(() -> transaction.executeWithoutResult(_ -> {
                    long id = orders.create("Ada", "Lamp", BigDecimal.TEN).id();
                    orders.move(id, Order.Status.CANCELLED);
                    throw new IllegalStateException("the customer has gone");
                }))
                .hasMessage("the customer has gone");
        assertThat(database.texts("SELECT id FROM orders")).isEmpty();
        assertThat(database.texts("SELECT id FROM outbox_events")).isEmpty();
    }

    @Test
    void withoutItsEventNoOrderIsTaken() throws Exception {
        database.run("ALTER TABLE outbox_events ADD CONSTRAINT nothing_more CHECK (false) NOT VALID");
        try {
            ApiClient.Reply reply = apiClient.post("/api/orders", LAMP);
            assertThat(reply.isProblem(500)).isTrue();
            assertThat(reply.response().body()).doesNotContain("outbox_events");
            assertThat(database.texts("SELECT id FROM orders")).isEmpty();
        } finally {
            database.run("ALTER TABLE outbox_events DROP CONSTRAINT nothing_more");
        }
    }

    @Test
    void itsHealthKnowsTheOutbox() throws Exception {
        assertThat(apiClient.get("/actuator/health").text("status")).isEqualTo("UP");
        assertThat(apiClient
                        .get("/actuator/signalbox")
                        .body()
                        .at("/outbox/state")
                        .asString())
                .isEqualTo("READY");
    }
}
