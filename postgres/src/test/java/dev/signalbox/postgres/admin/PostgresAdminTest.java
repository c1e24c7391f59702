package dev.signalbox.postgres.admin;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.fixture.OddNames;
import dev.signalbox.testkit.admin.OutboxAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class PostgresAdminTest extends OutboxAdminContract {
    @Override
    protected OutboxAdminFixture fixture() throws SQLException {
        return new PostgresAdminFixture();
    }

    @Test
    void oddNamesTypesAndWordsWork() throws Exception {
        PostgresAdminFixture fixture = (PostgresAdminFixture) table();
        fixture.database().execute("""
                CREATE SCHEMA "my ""shop";
                CREATE TYPE "my ""shop".stage AS ENUM ('new', 'it''s on', 'done', 'dead');
                CREATE TABLE "my ""shop"."out box :x ?" (
                    "key" bigint PRIMARY KEY, kind text, "order id" uuid, body jsonb, "st""ate" "my ""shop".stage,
                    tries smallint, born timestamptz, held timestamptz, why varchar(20));
                CREATE INDEX ON "my ""shop"."out box :x ?" ("st""ate", "order id", born);
                INSERT INTO "my ""shop"."out box :x ?"
                SELECT s, 'k', '00000000-0000-0000-0000-000000000001', '{"n": 1}', (ARRAY['new', 'it''s on', 'done', 'dead'])[s]::"my ""shop".stage,
                       NULL, now() + s * interval '1 s', now(), 'why' FROM generate_series(1, 4) s""");
        OutboxLayout layout = OddNames.layout("\"my \"\"shop\".\"out box :x ?\"", "st\"ate");
        OutboxAdmin odd = new StatusTableAdmin(
                PostgresAdminDialect.INSTANCE,
                layout,
                "odd",
                true,
                fixture.connections()::borrow,
                OutboxSettings.DEFAULTS);

        OddNames.check(odd, "not a uuid", 0);
    }
}
