package dev.signalbox.example.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.client.webhook.WebhookVerifier;
import dev.signalbox.embedded.postgres.LocalPostgres;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Both receivers, with signatures that are computed here. */
class ReceiversTest {
    private static final byte[] KEY = "thirty-two bytes for a signature".getBytes(StandardCharsets.UTF_8);
    private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(KEY);
    private static final byte[] BODY = "{\"order\": 7, \"note\": \"für Ann\"}".getBytes(StandardCharsets.UTF_8);
    private static final Path SCRIPT = Path.of("receive.sh").toAbsolutePath();

    private static final LocalPostgres SERVER = LocalPostgres.start();
    private static PGSimpleDataSource database;
    private static WebhookReceiver receiver;

    @TempDir
    private Path inbox;

    @BeforeAll
    static void start() throws IOException, SQLException {
        SERVER.createDatabase("receiver");
        database = new PGSimpleDataSource();
        database.setUrl(SERVER.jdbcUrl("receiver"));
        database.setUser("postgres");
        OrderTotals orders = new OrderTotals(database);
        orders.createTables();
        receiver = new WebhookReceiver(0, WebhookVerifier.of(SECRET), orders);
        receiver.start();
    }

    @AfterAll
    static void stop() {
        receiver.close();
    }

    @Test
    void theJavaReceiverProcessesAWebhookOnce() throws Exception {
        assertThat(post(new Signed("java-1", Instant.now(), KEY))).isEqualTo(204);
        assertThat(post(new Signed("java-1", Instant.now(), KEY))).isEqualTo(204);
        assertThat(rows("java-1")).containsExactly(new String(BODY, StandardCharsets.UTF_8));
    }

    @Test
    void theJavaReceiverRefusesForgedAndOldWebhooks() throws Exception {
        assertThat(post(new Signed("java-2", Instant.now(), new byte[] {1}))).isEqualTo(401);
        assertThat(post(new Signed("java-2", Instant.now().minusSeconds(600), KEY)))
                .isEqualTo(401);
        assertThat(rows("java-2")).isEmpty();
    }

    @Test
    void theShellReceiverProcessesAWebhookOnce() throws Exception {
        assertThat(pipe(new Signed("shell-1", Instant.now(), KEY))).startsWith("HTTP/1.1 204 ");
        assertThat(pipe(new Signed("shell-1", Instant.now(), KEY))).startsWith("HTTP/1.1 204 ");
        assertThat(files()).containsExactly(inbox.resolve("shell-1"));
        assertThat(inbox.resolve("shell-1")).hasBinaryContent(BODY);
    }

    @Test
    void theShellReceiverRefusesForgedAndOldWebhooks() throws Exception {
        assertThat(pipe(new Signed("shell-2", Instant.now(), new byte[] {1}))).startsWith("HTTP/1.1 401 ");
        assertThat(pipe(new Signed("shell-3", Instant.now().minusSeconds(600), KEY)))
                .startsWith("HTTP/1.1 401 ");
        assertThat(pipe(new Signed("../shell-4", Instant.now(), KEY))).startsWith("HTTP/1.1 401 ");
        assertThat(files()).isEmpty();
    }

    /** A webhook as Standard Webhooks describes it. */
    private record Signed(String id, String timestamp, String signature) {
        Signed(String id, Instant at, byte[] key) throws GeneralSecurityException {
            this(id, Long.toString(at.getEpochSecond()), sign(id + "." + at.getEpochSecond() + ".", key));
        }

        private static String sign(String before, byte[] key) throws GeneralSecurityException {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(BODY));
        }
    }

    private static int post(Signed webhook) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI url = URI.create("http://127.0.0.1:" + receiver.port() + "/orders");
            HttpRequest request = HttpRequest.newBuilder(url)
                    .header("webhook-id", webhook.id())
                    .header("webhook-timestamp", webhook.timestamp())
                    .header("webhook-signature", webhook.signature())
                    .POST(BodyPublishers.ofByteArray(BODY))
                    .build();
            return client.send(request, BodyHandlers.discarding()).statusCode();
        }
    }

    private static List<String> rows(String id) throws SQLException {
        List<String> bodies = new ArrayList<>();
        try (var connection = database.getConnection();
                var statement = connection.prepareStatement("SELECT body FROM received_orders WHERE id = ?")) {
            statement.setString(1, id);
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    bodies.add(result.getString(1));
                }
            }
        }
        return bodies;
    }

    /** Passes a request to the script, as inetd or socat would, and returns its answer. */
    private String pipe(Signed webhook) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", SCRIPT.toString()).redirectErrorStream(true);
        builder.environment().put("WEBHOOK_SECRET", SECRET);
        builder.environment().put("INBOX", inbox.toString());
        Process process = builder.start();
        try (OutputStream input = process.getOutputStream()) {
            String head = """
                    POST /orders HTTP/1.1\r
                    Host: receiver.example\r
                    Content-Length: %d\r
                    webhook-id: %s\r
                    Webhook-Timestamp: %s\r
                    webhook-signature: v1,AAAA %s\r
                    \r
                    """.formatted(BODY.length, webhook.id(), webhook.timestamp(), webhook.signature());
            input.write(head.getBytes(StandardCharsets.US_ASCII));
            input.write(BODY);
        }
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(answer).isZero();
        return answer;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(inbox)) {
            return all.toList();
        }
    }
}
