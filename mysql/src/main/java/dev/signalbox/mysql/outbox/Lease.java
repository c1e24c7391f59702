package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The owner's right to write, locked for the rest of the transaction.
 *
 * @param moment the server's time
 * @param suspects whether anything is held against any message
 * @param failures whether failures of any message are recorded beside the table
 */
record Lease(String moment, boolean suspects, boolean failures) {
    /** Locks the owner's row; nothing if it is fenced. */
    static Optional<Lease> lock(OnConnection on, Terms terms, Incarnation owner) throws SQLException {
        Map<String, String> values = Map.of("relay", terms.relay(), "owner", owner.value());
        List<Lease> found = on.rows(
                Template.of(terms.byLeaseRow() ? "lease" : "moment"),
                values,
                rows -> new Lease(rows.getString("moment"), rows.getBoolean("suspects"), rows.getBoolean("failures")));
        return found.stream().findFirst();
    }
}
