package dev.signalbox.example.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.example.notifications.reservation.Reservation;
import dev.signalbox.example.notifications.reservation.ReservationService;
import dev.signalbox.example.notifications.reservation.Reservations;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The whole program on a real PostgreSQL, used over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReservationServiceTest {
    private static final String DINNER =
            "{\"restaurantId\":1,\"customerId\":2,\"agencyId\":1,\"guests\":4,\"at\":\"2027-01-31T19:30:00Z\"}";
    private static final String PARTY =
            "{\"restaurantId\":2,\"customerId\":1,\"guests\":20,\"at\":\"2027-01-31T19:30:00Z\"}";

    private final TestDatabase database = TestDatabase.create("reservations");
    private ConfigurableApplicationContext service;
    private ApiClient apiClient;

    @BeforeAll
    void start() {
        service = ReservationService.start(database.options());
        apiClient = new ApiClient(service);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @BeforeEach
    void empty() {
        database.run("TRUNCATE reservation, EventOutbox RESTART IDENTITY");
    }

    private List<String> events() {
        return database.texts("SELECT concat_ws(' ', event_type, aggregate_type, aggregate_id, status, published_at)"
                + " FROM EventOutbox ORDER BY created_at, event_id");
    }

    @Test
    void allPartiesOfAReservationGetAnEvent() {
        ApiClient.Reply reply = apiClient.post("/api/reservations", DINNER);

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.headers().getLocation()).hasToString("/api/reservations/1");
        assertThat(apiClient.get("/api/reservations/1").body()).isEqualTo(reply.body());
        assertThat(events())
                .containsExactly(
                        "RESERVATION_REQUESTED RESTAURANT 1 PENDING",
                        "RESERVATION_REQUESTED CUSTOMER 2 PENDING",
                        "RESERVATION_REQUESTED AGENCY 1 PENDING");
        assertThat(database.texts("SELECT DISTINCT payload::jsonb FROM EventOutbox"))
                .containsExactly(
                        "{\"at\": \"2027-01-31T19:30:00Z\", \"agency\": {\"id\": 1, \"name\": \"Table & Train\"},"
                                + " \"guests\": 4, \"status\": \"REQUESTED\", \"customer\": {\"id\": 2, \"name\": \"Bob\"},"
                                + " \"restaurant\": {\"id\": 1, \"name\": \"Osteria Lucia\"}, \"reservationId\": 1}");
        assertThat(database.texts("SELECT count(DISTINCT event_id) || ' ' || bool_and(abs(extract(epoch FROM"
                        + " created_at - timezone('UTC', now()))) < 60) FROM EventOutbox"))
                .as("ids of their own, and UTC as Signalbox reads it")
                .containsExactly("3 true");
    }

    @Test
    void theAdministrationGetsEventsOfLargePartiesOnly() {
        apiClient.post("/api/reservations", PARTY);
        assertThat(events())
                .containsExactly(
                        "RESERVATION_REQUESTED RESTAURANT 2 PENDING",
                        "RESERVATION_REQUESTED CUSTOMER 1 PENDING",
                        "RESERVATION_REQUESTED ADMIN 1 PENDING");
    }

    @Test
    void aReservationGoesItsWayAndOnlyThat() {
        apiClient.post("/api/reservations", DINNER);
        database.run("TRUNCATE EventOutbox");
        assertThat(move(1, "CONFIRMED").body().path("status").asString()).isEqualTo("CONFIRMED");
        assertThat(move(1, "CONFIRMED").status()).as("a repeated request").isEqualTo(200);
        ApiClient.Reply back = move(1, "REQUESTED");
        assertThat(back.isProblem(409)).isTrue();
        assertThat(back.body().path("detail").asString())
                .contains("is CONFIRMED")
                .contains("allowed are [CANCELLED]");
        assertThat(move(1, "CANCELLED").status()).isEqualTo(200);

        assertThat(events())
                .containsExactly(
                        "RESERVATION_CONFIRMED CUSTOMER 2 PENDING",
                        "RESERVATION_CONFIRMED AGENCY 1 PENDING",
                        "RESERVATION_CANCELLED RESTAURANT 1 PENDING",
                        "RESERVATION_CANCELLED CUSTOMER 2 PENDING",
                        "RESERVATION_CANCELLED AGENCY 1 PENDING");
    }

    private ApiClient.Reply move(long id, String status) {
        return apiClient.send(
                HttpMethod.PATCH, "/api/reservations/" + id + "/status", "{\"status\":\"" + status + "\"}");
    }

    @Test
    void badInputIsRefusedWithAllThatIsWrong() {
        assertFaults("{}", "restaurantId", "customerId", "guests", "at");
        assertFaults(
                "{\"restaurantId\":\"1\",\"customerId\":0,\"agencyId\":1.5,\"guests\":501,\"at\":\"tomorrow\",\"by\":1}",
                "restaurantId",
                "customerId",
                "agencyId",
                "guests",
                "at",
                "by");
        assertFaults(
                "{\"restaurantId\":98,\"customerId\":99,\"agencyId\":97,\"guests\":2,\"at\":\"2027-01-31T19:30:00Z\"}",
                "restaurantId",
                "customerId",
                "agencyId");
        assertThat(apiClient.post("/api/reservations", "[]").isProblem(400)).isTrue();
        assertThat(apiClient.get("/api/reservations/17").isProblem(404)).isTrue();
        assertThat(move(17, "CANCELLED").isProblem(404)).isTrue();
        assertThat(database.texts("SELECT id FROM reservation")).isEmpty();
        assertThat(events()).isEmpty();
    }

    private void assertFaults(String body, String... fields) {
        ApiClient.Reply reply = apiClient.post("/api/reservations", body);
        assertThat(reply.isProblem(400)).as(body).isTrue();
        assertThat(reply.faults()).containsExactly(fields);
    }

    @Test
    void aRollbackLeavesNeitherReservationNorEvents() {
        Reservations reservations = service.getBean(Reservations.class);
        TransactionTemplate transaction = new TransactionTemplate(service.getBean(PlatformTransactionManager.class));
        assertThatThrownBy(() -> transaction.executeWithoutResult(_ -> {
                    long id = reservations
                            .create(1, 1, null, 2, Instant.parse("2027-01-31T19:30:00Z"))
                            .reservationId();
                    reservations.move(id, Reservation.Status.CANCELLED);
                    throw new IllegalStateException("the guest has gone");
                }))
                .hasMessage("the guest has gone");
        assertThat(database.texts("SELECT id FROM reservation")).isEmpty();
        assertThat(events()).isEmpty();
    }

    @Test
    void withoutItsEventsNoReservationIsTaken() {
        database.run("ALTER TABLE EventOutbox ADD CONSTRAINT no_agency CHECK (aggregate_type <> 'AGENCY') NOT VALID");
        try {
            assertThat(apiClient.post("/api/reservations", DINNER).isProblem(500))
                    .isTrue();
            assertThat(database.texts("SELECT id FROM reservation")).isEmpty();
            assertThat(events()).isEmpty();
        } finally {
            database.run("ALTER TABLE EventOutbox DROP CONSTRAINT no_agency");
        }
    }

    @Test
    void itsHealthKnowsTheOutbox() {
        assertThat(apiClient.get("/actuator/health").body().path("status").asString())
                .isEqualTo("UP");
        assertThat(apiClient
                        .get("/actuator/signalbox")
                        .body()
                        .at("/outbox/state")
                        .asString())
                .isEqualTo("READY");
    }
}
