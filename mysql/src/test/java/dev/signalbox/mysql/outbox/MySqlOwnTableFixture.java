package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.OutboxFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Signalbox's own table in its own database, with a trigger that keeps deleted rows. */
final class MySqlOwnTableFixture implements OutboxFixture {
    private final MySqlOutboxFixture common;

    MySqlOwnTableFixture(MySqlTestServer server) throws SQLException {
        this.common = new MySqlOutboxFixture(server, ClaimMode.OWN);
        common.database().makeOwnTable();
        common.database().run("CREATE TABLE done (id varchar(255) PRIMARY KEY, attempts int)");
        common.database()
                .run("CREATE TRIGGER keep AFTER DELETE ON outbox_events FOR EACH ROW"
                        + " INSERT INTO done VALUES (OLD.id, OLD.attempts)");
    }

    @Override
    public ClaimMode claimMode() {
        return ClaimMode.OWN;
    }

    @Override
    public ClaimSource newSource(Ordering ordering, boolean holdExhausted) {
        var settings = new OutboxSettings(
                ClaimMode.OWN, PROCESSING_TIMEOUT, 1 << 20, new Retention.Keep(), ordering, holdExhausted);
        return MySqlTestOutboxes.ownTable(common.database(), common.database().fence(true), settings);
    }

    @Override
    public Incarnation join(String name) {
        return common.join(name);
    }

    @Override
    public void fence(Incarnation owner) {
        common.fence(owner);
    }

    @Override
    public void outdateEnds() {
        common.outdateEnds();
    }

    /** The position follows creation time and id, which order other tables. */
    @Override
    public void insert(String id, @Nullable String group, String payload, Instant createdAt) {
        String digits = id.replaceAll("\\D", "");
        long tie = digits.isEmpty() ? id.charAt(id.length() - 1) : Long.parseLong(digits);
        common.update(
                "INSERT INTO outbox_events (position, id, message_group, type, payload, created_at)"
                        + " VALUES (?, ?, ?, 'EVENT', ?, ?)",
                createdAt.getEpochSecond() * 1_000_000 + tie,
                id,
                group,
                payload,
                UtcTimestamps.text(createdAt, 6));
    }

    /** The other columns of this table cannot hold more than their limit. */
    @Override
    public boolean enlarge(String id, LimitedPart part, int letters) {
        if (part != LimitedPart.HEADERS) {
            return false;
        }
        // A table that was made before its headers were limited
        common.update("ALTER TABLE outbox_events DROP CONSTRAINT outbox_events_limits");
        common.update("UPDATE outbox_events SET headers = json_object('k', ?) WHERE id = ?", "x".repeat(letters), id);
        return true;
    }

    @Override
    public RowState row(String id) {
        return common.state("""
                SELECT status, attempts, coalesce(last_error, '\u0001') FROM outbox_events WHERE id = '%1$s'
                UNION ALL SELECT 'COMPLETED', attempts, '\u0001' FROM done WHERE id = '%1$s'""".formatted(id));
    }

    @Override
    public void holdElsewhere(String id, Duration ago) {
        common.update(
                "UPDATE outbox_events SET status = 'PROCESSING', changed_at = NOW(6) - INTERVAL ? SECOND WHERE id = ?",
                ago.toSeconds(),
                id);
    }

    @Override
    public Lock lock(String id) {
        return common.lock(id);
    }

    @Override
    public void close() {
        common.close();
    }
}
