package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformBodiesTest {
    private static final int LARGE = 10_000_000;

    static PlatformNode.Answer chunked(PlatformNode node, String path, byte[] body) throws Exception {
        return node.send(node.request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
    }

    @Test
    void bodiesBeyondTheBudgetAreAnsweredWith503UntilOthersAreDone(@TempDir Path folder) throws Exception {
        try (PlatformNode node = PlatformNode.start(folder, "signalbox.platform.max-body-memory=11MB")) {
            BodyBudget budget = node.web().bean(BodyBudget.class);
            try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
                OutputStream out = slow.getOutputStream();
                out.write(("POST /api/events/batch HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                                + PlatformNode.TOKEN + "\r\nContent-Type: application/json\r\nContent-Length: " + LARGE
                                + "\r\n\r\n[")
                        .getBytes(StandardCharsets.US_ASCII));
                out.write(" ".repeat(LARGE - 2).getBytes(StandardCharsets.US_ASCII));
                out.flush();
                await().atMost(Duration.ofSeconds(20)).until(() -> budget.taken() >= LARGE);

                PlatformNode.Answer refused = chunked(node, "/api/events/batch", blank(3_000_000));
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.header("Retry-After")).isEqualTo("1");
                assertThat(refused.text("error")).isEqualTo("unavailable");
                assertThat(node.post("/api/events", "{'type':'small'}").status())
                        .isEqualTo(201);
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> budget.taken() == 0);
            assertThat(chunked(node, "/api/events/batch", blank(3_000_000)).status())
                    .isEqualTo(201);
        }
    }

    private static byte[] blank(int size) {
        return ("[" + " ".repeat(size - 2) + "]").getBytes(StandardCharsets.US_ASCII);
    }
}
