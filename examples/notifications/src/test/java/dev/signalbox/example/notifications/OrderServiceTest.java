package dev.signalbox.example.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.example.notifications.order.OrderService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole program on a real PostgreSQL, used over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrderServiceTest {
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
        service.close();
    }

    @Test
    void anOrderAndItsEventsAreRecordedTogether() {
        apiClient.post("/api/orders", "{\"restaurantId\":1,\"customerId\":1,\"dish\":\"Gnocchi\",\"amount\":12.50}");
        ApiClient.Reply large = apiClient.post(
                "/api/orders", "{\"restaurantId\":2,\"customerId\":2,\"dish\":\"Duck for all\",\"amount\":500}");

        assertThat(large.status()).isEqualTo(201);
        assertThat(apiClient.get("/api/orders/2").body()).isEqualTo(large.body());
        assertThat(database.texts("SELECT concat_ws(' ', event_type, aggregate_type, aggregate_id, payload ->> 'dish')"
                        + " FROM EventOutbox ORDER BY created_at, event_id"))
                .containsExactly(
                        "ORDER_CREATED RESTAURANT 1 Gnocchi",
                        "ORDER_CREATED CUSTOMER 1 Gnocchi",
                        "ORDER_CREATED RESTAURANT 2 Duck for all",
                        "ORDER_CREATED CUSTOMER 2 Duck for all",
                        "ORDER_CREATED ADMIN 1 Duck for all");
    }

    @Test
    void whatIsWrongIsAProblemDocument() {
        ApiClient.Reply wrong = apiClient.post("/api/orders", "{\"restaurantId\":1,\"dish\":\" \",\"amount\":0}");
        assertThat(wrong.isProblem(400)).isTrue();
        assertThat(wrong.faults()).containsExactly("customerId", "dish", "amount");
        assertThat(apiClient.get("/api/orders/17").isProblem(404)).isTrue();
    }
}
