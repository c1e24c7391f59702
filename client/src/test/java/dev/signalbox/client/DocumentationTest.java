package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.client.webhook.WebhookVerifier;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class DocumentationTest {
    private static final Path ROOT = Path.of(System.getProperty("signalbox.root", ".."));

    /** What begins with this in the source is in the page as it is compiled. */
    private static void assertShown(String page, String type, String beginning) throws Exception {
        Path source = ROOT.resolve("client/src/test/java/dev/signalbox/client/" + type + ".java");
        String code = Files.readString(source);
        String shown = code.substring(code.indexOf(beginning), code.lastIndexOf("    private static void"))
                .stripTrailing()
                .stripIndent()
                .stripLeading();
        assertThat(Files.readString(ROOT.resolve("docs/" + page))).contains("```java\n" + shown + "\n```");
    }

    private static void assertReceivesWebhooks(TestDatabase database, DataSource dataSource) throws Exception {
        Instant now = Instant.ofEpochSecond(1614265330);
        WebhookReceiver receiver = new WebhookReceiver(
                WebhookVerifier.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").withClock(InstantSource.fixed(now)));
        Map<String, String> headers = Map.of(
                "webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek",
                "webhook-timestamp", "1614265330",
                "webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        byte[] body = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
        assertThat(receiver.receive(headers::get, body, dataSource)).isEqualTo(204);
        assertThat(receiver.receive(headers::get, body, dataSource)).isEqualTo(204);
        assertThat(receiver.receive(headers::get, new byte[0], dataSource)).isEqualTo(400);
        assertThat(database.rows("SELECT order_id FROM bills WHERE order_id LIKE '{%'"))
                .containsExactly("{\"test\": 2432232314}");
    }

    private static void assertReceivesBatches(TestDatabase database, DataSource dataSource) throws Exception {
        BatchReceiver receiver = new BatchReceiver();
        var first = new BatchReceiver.ReceivedMessage("b1", "[1]");
        var second = new BatchReceiver.ReceivedMessage("b2", "[2]");
        assertThat(receiver.receive(List.of(first), dataSource)).isEqualTo(204);
        assertThat(receiver.receive(List.of(first, second, first), dataSource)).isEqualTo(204);
        assertThat(database.rows("SELECT order_id FROM bills WHERE order_id LIKE '[%' ORDER BY 1"))
                .containsExactly("[1]", "[2]");
    }

    @Test
    void theExamplesWork() throws Exception {
        assertShown("client.md", "Shop", "    // One for");
        assertShown("inbox.md", "Billing", "    private final Inbox");
        assertShown("inbox.md", "BatchReceiver", "    /** The id and data");
        assertShown("inbox.md", "WebhookReceiver", "    /** The status to answer with");
        try (TestDatabase database = TestDatabase.postgres()) {
            database.run(
                    PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME),
                    "CREATE TABLE orders (id text PRIMARY KEY, total int)",
                    "CREATE TABLE bills (order_id text PRIMARY KEY)");
            DataSource dataSource = database.dataSource(true);
            new Shop().place(dataSource, "order-1", 12);
            assertThat(database.rows("SELECT message_group, type, payload FROM signalbox_outbox"))
                    .containsExactly("order-1|order.placed|{\"order\": \"order-1\", \"total\": 12}");
            Billing billing = new Billing();
            billing.prepare(dataSource);
            assertThat(billing.orderPlaced(dataSource, "m1", "order-1")).isTrue();
            assertThat(billing.orderPlaced(dataSource, "m1", "order-1")).isFalse();
            assertReceivesBatches(database, dataSource);
            assertReceivesWebhooks(database, dataSource);
        }
    }
}
