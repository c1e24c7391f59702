package dev.signalbox.example.notifications.reservation;

import dev.signalbox.example.notifications.event.Directory;
import dev.signalbox.example.notifications.event.Events;
import dev.signalbox.example.notifications.event.Parties;
import dev.signalbox.example.notifications.event.Parties.Party;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/** The reservations. Each change and its events are committed together, or not at all. */
@Service
public class Reservations {
    private final JdbcClient database;
    private final Directory directory;
    private final Events events;

    Reservations(JdbcClient database, Directory directory, Events events) {
        this.database = database;
        this.directory = directory;
        this.events = events;
    }

    @Transactional
    public Reservation create(long restaurantId, long customerId, @Nullable Long agencyId, int guests, Instant at) {
        Parties parties = directory.parties(restaurantId, customerId, agencyId);
        Reservation.Status status = Reservation.Status.REQUESTED;
        long id = database.sql("""
                        INSERT INTO reservation (restaurant_id, customer_id, agency_id, guests, at, status)
                        VALUES (?, ?, ?, ?, ?, ?) RETURNING id
                        """)
                .params(Arrays.asList(
                        restaurantId, customerId, agencyId, guests, at.atOffset(ZoneOffset.UTC), status.name()))
                .query(Long.class)
                .single();
        Reservation reservation =
                new Reservation(id, parties.restaurant(), parties.customer(), parties.agency(), guests, at, status);
        return record(reservation);
    }

    /**
     * Changes the status of a reservation. If it has the status already, nothing changes and no event is recorded: a
     * repeated request gets the same answer.
     */
    @Transactional
    public Reservation move(long id, Reservation.Status to) {
        // The lock serialises the changes of a reservation.
        Reservation before = find(id, " FOR UPDATE OF r");
        if (before.status() == to) {
            return before;
        }
        if (!before.status().next().contains(to)) {
            throw new ResponseStatusException(
                    HttpStatus.CONFLICT,
                    "The reservation " + id + " is " + before.status() + " and cannot become " + to
                            + "; allowed are "
                            + before.status().next().stream().sorted().toList() + ".");
        }
        database.sql("UPDATE reservation SET status = ? WHERE id = ?")
                .params(to.name(), id)
                .update();
        return record(find(id, ""));
    }

    private Reservation record(Reservation changed) {
        events.record("RESERVATION_" + changed.status(), changed, changed.concerned());
        return changed;
    }

    @Transactional(readOnly = true)
    public Reservation find(long id) {
        return find(id, "");
    }

    private Reservation find(long id, String lock) {
        return database.sql("""
                        SELECT r.id, r.guests, r.at, r.status, r.restaurant_id, p.name AS restaurant, r.customer_id,
                               c.name AS customer, r.agency_id, a.name AS agency
                        FROM reservation r
                        JOIN restaurant p ON p.id = r.restaurant_id
                        JOIN customer c ON c.id = r.customer_id
                        LEFT JOIN agency a ON a.id = r.agency_id
                        WHERE r.id = ?
                        """ + lock)
                .param(id)
                .query(Reservations::reservation)
                .optional()
                .orElseThrow(
                        () -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no reservation " + id + "."));
    }

    private static Reservation reservation(ResultSet row, int number) throws SQLException {
        return new Reservation(
                row.getLong("id"),
                new Party(row.getLong("restaurant_id"), row.getString("restaurant")),
                new Party(row.getLong("customer_id"), row.getString("customer")),
                agency(row),
                row.getInt("guests"),
                row.getTimestamp("at").toInstant(),
                Reservation.Status.valueOf(row.getString("status")));
    }

    private static @Nullable Party agency(ResultSet row) throws SQLException {
        String name = row.getString("agency");
        return name == null ? null : new Party(row.getLong("agency_id"), name);
    }
}
