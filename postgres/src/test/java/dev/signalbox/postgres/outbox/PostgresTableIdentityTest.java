package dev.signalbox.postgres.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.connection.PostgresSettings;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

class PostgresTableIdentityTest {
    @Test
    void aTableHasOneNameHoweverItIsWritten() throws Exception {
        try (PostgresDatabaseFixture database = PostgresDatabaseFixture.create();
                Connection connection = database.connect()) {
            database.execute("CREATE SCHEMA shop; CREATE TABLE shop.\"Out box\" (id int); CREATE TABLE plain (id int)");

            assertThat(PostgresTableIdentity.read(connection).of(new TableName(null, "plain")))
                    .isEqualTo("public.plain");
            assertThat(PostgresTableIdentity.read(connection).of(new TableName("public", "plain")))
                    .isEqualTo("public.plain");
            assertThat(PostgresTableIdentity.read(connection).of(new TableName("shop", "Out box")))
                    .isEqualTo("shop.Out box");
        }
    }

    @Test
    void aTableThatIsNotThereYetHasTheNameThatItWillHave() throws Exception {
        try (PostgresDatabaseFixture database = PostgresDatabaseFixture.create();
                Connection connection = database.connect()) {
            String before = PostgresTableIdentity.read(connection).of(new TableName(null, "later"));
            database.execute("CREATE TABLE later (id int)");

            assertThat(PostgresTableIdentity.read(connection).of(new TableName(null, "later")))
                    .isEqualTo(before)
                    .isEqualTo("public.later");
        }
    }

    @Test
    void theRolesOwnPathDecidesAlthoughTheSessionHasAnother() throws Exception {
        try (PostgresDatabaseFixture database = PostgresDatabaseFixture.create()) {
            String role = database.role("app");
            database.execute("CREATE SCHEMA shop; CREATE TABLE shop.orders (id int); CREATE TABLE orders (id int);"
                    + " CREATE TABLE plain (id int); GRANT USAGE ON SCHEMA shop TO " + role + "; ALTER ROLE " + role
                    + " SET search_path = \"$user\", shop, public");
            try (var connections = PostgresConnections.open(database.settingsFor(role), "node");
                    Connection connection = connections.borrow()) {
                PostgresTableIdentity identity = PostgresTableIdentity.read(connection);
                assertThat(identity.of(new TableName(null, "orders"))).isEqualTo("shop.orders");
                assertThat(identity.resolve(new TableName(null, "orders"))).isEqualTo(new TableName("shop", "orders"));
                assertThat(identity.resolve(new TableName(null, "plain"))).isEqualTo(new TableName(null, "plain"));
                assertThat(identity.resolve(new TableName(null, "later"))).isEqualTo(new TableName("shop", "later"));
                assertThat(identity.exists(new TableName(null, "later"))).isFalse();
                assertThat(identity.exists(new TableName("public", "orders"))).isTrue();
            }
        }
    }

    @Test
    void theUrlDecidesBeforeTheRole() throws Exception {
        try (PostgresDatabaseFixture database = PostgresDatabaseFixture.create()) {
            database.execute("CREATE SCHEMA shop; CREATE TABLE shop.orders (id int); CREATE TABLE orders (id int)");
            var settings = PostgresSettings.of(
                    database.url() + "?currentSchema=shop,public", PostgresDatabaseFixture.SUPERUSER, "secret");
            try (var connections = PostgresConnections.open(settings, "node");
                    Connection connection = connections.borrow()) {
                assertThat(PostgresTableIdentity.read(connection).of(new TableName(null, "orders")))
                        .isEqualTo("shop.orders");
            }
        }
    }
}
