package dev.signalbox.example.notifications.reservation;

import dev.signalbox.example.web.JsonFields;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/reservations")
record ReservationApi(Reservations reservations) {
    private static final int MAX_GUESTS = 500;

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Reservation> create(HttpServletRequest request) throws IOException {
        JsonFields body = JsonFields.of(request);
        long restaurant = body.number("restaurantId", 1, Long.MAX_VALUE);
        long customer = body.number("customerId", 1, Long.MAX_VALUE);
        Long agency = body.optionalNumber("agencyId", 1, Long.MAX_VALUE);
        int guests = Math.toIntExact(body.number("guests", 1, MAX_GUESTS));
        Instant at = body.moment("at").truncatedTo(ChronoUnit.SECONDS);
        Reservation made = body.makeOfAll(() -> reservations.create(restaurant, customer, agency, guests, at));
        return ResponseEntity.created(URI.create("/api/reservations/" + made.reservationId()))
                .body(made);
    }

    @GetMapping("/{id}")
    Reservation find(@PathVariable long id) {
        return reservations.find(id);
    }

    @PatchMapping(path = "/{id}/status", consumes = MediaType.APPLICATION_JSON_VALUE)
    Reservation move(@PathVariable long id, HttpServletRequest request) throws IOException {
        JsonFields body = JsonFields.of(request);
        Reservation.Status status = body.oneOf("status", Reservation.Status.class);
        return body.makeOfAll(() -> reservations.move(id, status));
    }
}
