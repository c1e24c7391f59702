package dev.signalbox.example.notifications.reservation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A request for a reservation. */
public record NewReservation(
        long restaurantId, long customerId, @Nullable Long agencyId, int guests, Instant at) {}
