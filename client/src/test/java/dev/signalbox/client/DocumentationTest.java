package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void theExamplesWork() throws Exception {
        assertShown("client.md", "Shop", "    // One for");
        assertShown("inbox.md", "Billing", "    private final Inbox");
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
        }
    }
}
