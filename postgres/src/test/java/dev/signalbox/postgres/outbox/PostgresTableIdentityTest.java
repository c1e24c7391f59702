package dev.signalbox.postgres.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

class PostgresTableIdentityTest {
    @Test
    void aTableHasOneNameHoweverItIsWritten() throws Exception {
        try (PostgresDatabaseFixture database = PostgresDatabaseFixture.create();
                Connection connection = database.connect()) {
            database.execute("CREATE SCHEMA shop; CREATE TABLE shop.\"Out box\" (id int); CREATE TABLE plain (id int)");

            assertThat(PostgresTableIdentity.of(new TableName(null, "plain"), connection))
                    .isEqualTo("public.plain");
            assertThat(PostgresTableIdentity.of(new TableName("public", "plain"), connection))
                    .isEqualTo("public.plain");
            assertThat(PostgresTableIdentity.of(new TableName("shop", "Out box"), connection))
                    .isEqualTo("shop.Out box");
        }
    }

    @Test
    void aTableThatIsNotThereYetHasTheNameThatItWillHave() throws Exception {
        try (PostgresDatabaseFixture database = PostgresDatabaseFixture.create();
                Connection connection = database.connect()) {
            String before = PostgresTableIdentity.of(new TableName(null, "later"), connection);
            database.execute("CREATE TABLE later (id int)");

            assertThat(PostgresTableIdentity.of(new TableName(null, "later"), connection))
                    .isEqualTo(before)
                    .isEqualTo("public.later");
        }
    }
}
