package dev.signalbox.mysql.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.fixture.OddNames;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.admin.OutboxAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The admin contract on one of the servers. */
abstract class MySqlAdminContracts extends OutboxAdminContract {
    abstract MySqlTestServer server() throws Exception;

    @Override
    protected OutboxAdminFixture fixture() throws Exception {
        return MySqlAdminFixture.ofSeed(server());
    }

    @Test
    void oddNamesTypesAndWordsWork() throws Exception {
        MySqlDatabaseFixture database = ((MySqlAdminFixture) table()).database();
        database.run("""
                CREATE TABLE `out ``box :x ?` (
                    `key` bigint PRIMARY KEY, kind text, `order id` char(36) CHARACTER SET latin1, body json,
                    `st"ate` enum ('new', 'it''s on', 'done', 'dead'), tries smallint NULL, born datetime(6), held datetime(3),
                    why varchar(20), INDEX (`st"ate`, `order id`, born))""");
        for (int i = 1; i <= 4; i++) {
            database.run(
                    "INSERT INTO `out ``box :x ?` VALUES (?, 'k', 'größe', '{\"n\": 1}', ?, NULL,"
                            + " UTC_TIMESTAMP(6) + INTERVAL ? SECOND, UTC_TIMESTAMP(3), 'why')",
                    i,
                    List.of("new", "it's on", "done", "dead").get(i - 1),
                    i);
        }
        OutboxLayout layout = OddNames.layout("out `box :x ?", "st\"ate");
        OutboxAdmin odd = new StatusTableAdmin(
                MySqlAdminDialect.INSTANCE,
                layout,
                "odd",
                true,
                database.connections()::borrow,
                OutboxSettings.DEFAULTS);

        assertThat(odd.find("1x")).isEmpty();
        assertThat(odd.retry(List.of("4x"))).isEmpty();
        OddNames.check(odd, "größe", 1);
    }

    @Test
    void anIdIsExactWhereTheCollationIsNot() throws Exception {
        table().insert("FAILED", "a", 1, 1);
        OutboxAdmin admin = table().admin(false);

        assertThat(admin.find("A-000001")).isEmpty();
        assertThat(admin.retry(List.of("A-000001", "a-000001 "))).isEmpty();
        assertThat(admin.find("a-000001")).isPresent();
    }
}
