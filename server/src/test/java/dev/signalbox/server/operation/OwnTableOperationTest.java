package dev.signalbox.server.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.server.operation.RelaysWithApiFixture.ServedNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A relay with Signalbox's own table, operated over the API. */
class OwnTableOperationTest extends PostgresOperationTest {
    private static final String MESSAGES = "/api/relays/own/messages";

    @BeforeEach
    void createTable() throws Exception {
        world.sql("DROP TABLE IF EXISTS signalbox_outbox, signalbox_outbox_failed");
        world.sql(PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
        world.sql("INSERT INTO signalbox_outbox (id, message_group, type, payload) VALUES"
                + " ('a1', 'a', 'EVENT', '{\"n\":1}'), ('a2', 'a', 'EVENT', '{\"n\":2}')");
    }

    @Test
    void aMessageThatFailedWaitsAndThoseBehindItForIt() throws Exception {
        world.status = 500;
        ServedNode node = serve("retry: { initial-delay: 5m, jitter: 0 }");

        await().atMost(Duration.ofSeconds(20)).until(() -> reasons(node, "a1").equals(List.of("backoff")));
        JsonNode second = message(node, "a2");
        assertThat(reasons(node, "a2")).containsExactly("backoff", "predecessor");
        assertThat(second.path("why").get(1).path("id").asString()).isEqualTo("a1");
        assertThat(second.path("shard").asString())
                .isEqualTo(value("SELECT shard FROM signalbox_outbox WHERE id = 'a2'"));
        JsonNode relay = world.json(world.get(node, "/api/relays/own"));
        assertThat(relay.path("holding").asString()).isEqualTo("own");
        assertThat(relay.path("backlog").path("value").asInt()).isEqualTo(2);
    }

    @Test
    void aDeadLetterHoldsItsGroupUntilItIsRetried() throws Exception {
        world.status = 400;
        ServedNode node = serve("on-exhausted: hold");
        await().atMost(Duration.ofSeconds(20)).until(() -> reasons(node, "a1").equals(List.of("failed")));
        assertThat(reasons(node, "a2")).containsExactly("group-held");
        JsonNode failed = world.json(world.get(node, MESSAGES + "?state=failed"));
        assertThat(failed.path("messages").get(0).path("id").asString()).isEqualTo("a1");

        world.status = 200;
        assertThat(world.post(node, MESSAGES + "/a1/retry", "{}").statusCode()).isEqualTo(200);

        await().atMost(Duration.ofSeconds(20))
                .until(() -> value("SELECT count(*) FROM signalbox_outbox").equals("0"));
        assertThat(value("SELECT count(*) FROM signalbox_outbox_failed")).isEqualTo("0");
        assertThat(world.get(node, MESSAGES + "/a1").statusCode())
                .as("nothing is kept of what was delivered")
                .isEqualTo(404);
    }

    private ServedNode serve(String settings) throws Exception {
        String own = "    own: { source: shop, outbox: { layout: signalbox }, sink: api, path: /x,"
                + " poll: { interval: 50ms }, " + settings + " }";
        ServedNode node = world.serve("one", "poll: { interval: 1h }", own, "postgres");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> world.get(node, MESSAGES + "/a2").statusCode() == 200);
        return node;
    }

    private JsonNode message(ServedNode node, String id) throws Exception {
        return world.json(world.get(node, MESSAGES + "/" + id));
    }

    private List<String> reasons(ServedNode node, String id) throws Exception {
        List<String> reasons = new ArrayList<>();
        message(node, id)
                .path("why")
                .forEach(why -> reasons.add(why.path("reason").asString()));
        return reasons;
    }

    private String value(String sql) throws SQLException {
        try (Connection connection = world.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
