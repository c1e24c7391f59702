package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.e2e.ConfigText;
import dev.signalbox.e2e.SignalboxProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Addresses that webhooks may not be sent to, unless private ones are allowed. */
class TargetVettingTest extends PlatformTest {
    private static final String PUBLIC = "https://8.8.8.8/hook";

    @Override
    ConfigText config() {
        return fixture.strictConfig();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.1",
                "127.0.1",
                "127.255.255.254",
                "2130706433",
                "0x7f000001",
                "0x7f.0.0.1",
                "0X7F.1",
                "017700000001",
                "0177.0.0.1",
                "0177.0x0.1",
                "127.000.000.001",
                "127.0.0.1.",
                "0.0.0.0",
                "0",
                "0.0.0.1",
                "localhost",
                "LOCALHOST",
                "localhost.",
                "LocalHost",
                "10.0.0.1",
                "10.255.255.255",
                "012.0.0.1",
                "10.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "192.168.257",
                "169.254.169.254",
                "169.254.0.1",
                "2852039166",
                "0xa9fea9fe",
                "0xA9.0xFE.0xA9.0xFE",
                "0251.0376.0251.0376",
                "100.64.0.1",
                "100.127.255.255",
                "168.63.129.16",
                "192.0.0.8",
                "192.0.2.1",
                "198.18.0.1",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "239.255.255.250",
                "240.0.0.1",
                "255.255.255.255",
                "[::1]",
                "[0:0:0:0:0:0:0:1]",
                "[::]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::ffff:a9fe:a9fe]",
                "[0:0:0:0:0:ffff:10.0.0.1]",
                "[::7f00:1]",
                "[::127.0.0.1]",
                "[64:ff9b::7f00:1]",
                "[64:ff9b::169.254.169.254]",
                "[64:ff9b:1::7f00:1]",
                "[fc00::1]",
                "[fd00:ec2::254]",
                "[fe80::1]",
                "[fe80::1%25eth0]",
                "[fec0::1]",
                "[ff02::1]",
                "[2001::1]",
                "[2001:0:53aa:64c::1]",
                "[2001:db8::1]",
                "[2002:7f00:1::]",
                "[2002:a9fe:a9fe::1]",
                "[100::1]",
                "[3fff::1%25lo]",
                "%31%32%37.0.0.1",
                "127%2e0.0.1",
                "①②⑦.⓪.⓪.①",
                "１２７.0.0.1",
                "127。0。0。1"
            })
    void privateAddressesAreRefusedInAnySpelling(String host) {
        for (String target : new String[] {"https://" + host + "/hook", "https://" + host + ":8443/"}) {
            refused(target);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://8.8.8.8/hook",
                "https://user:secret@8.8.8.8/",
                "https://user@8.8.8.8/",
                "https://8.8.8.8@127.0.0.1/",
                "https://8.8.8.8\\@127.0.0.1/",
                "https://127.0.0.1\\@8.8.8.8/",
                "https://8.8.8.8#@127.0.0.1/",
                "ftp://8.8.8.8/",
                "file:///etc/passwd",
                "gopher://8.8.8.8/",
                "//8.8.8.8/hook",
                "https:///hook",
                "https://",
                "https:8.8.8.8",
                "8.8.8.8",
                "",
                " ",
                "https://8.8.8.8:0/",
                "https://8.8.8.8:65536/",
                "https://8.8.8.8:99999999999/",
                "https://8.8.8.8 /",
                "https://8.8.8.8/a b",
                "https://8.8.8.8/\r\nHost: x",
                "https://256.1.1.1/",
                "https://1.2.3.4.5/",
                "https://[::1/",
                "https://[8.8.8.8]/",
                "https://exa mple.com/",
                "https://-/",
                "https://./",
                "https://8.8.8.8\u0000/",
                "javascript:alert(1)"
            })
    void urlsThatAreNoneAreRefused(String target) {
        refused(target);
    }

    private void refused(String target) {
        api.post("/api/subscriptions", SubscribedTarget.body("refused", "e2e:refused", target))
                .expectRefusalOf("target");
        ObjectNode job = PlatformApi.object().put("code", "c").put("targetUrl", target);
        api.post("/api/dispatch/jobs", job).expectRefusalOf("targetUrl");
        api.post("/api/dispatch/jobs/batch", PlatformApi.array().add(job)).expectRefusalOf("targetUrl");
    }

    @Test
    void aPublicAddressIsAcceptedAndCannotBeChangedToAPrivateOne() {
        String id = api.post("/api/subscriptions", SubscribedTarget.body("public", "e2e:public", PUBLIC))
                .expect(201)
                .text("id");
        api.put("/api/subscriptions/" + id, PlatformApi.object().put("target", "https://169.254.169.254/latest"))
                .expectRefusalOf("target");
        assertThat(api.get("/api/subscriptions/" + id).expect(200).text("target"))
                .isEqualTo(PUBLIC);
        api.post("/api/subscriptions", SubscribedTarget.body("public6", "e2e:public", "https://[2606:4700::1111]/x"))
                .expect(201);
        assertThat(api.get("/api/subscriptions?size=200").expect(200).body()).doesNotContain("\"refused\"");
    }

    @Test
    void aTargetThatWasAllowedIsVettedAgainWhenItIsDialled() throws IOException, InterruptedException {
        SignalboxProcess lenient = fixture.start("lenient", fixture.config());
        try (CountingPort port = new CountingPort()) {
            SubscribedTarget target = SubscribedTarget.create(
                    new PlatformApi(lenient.port()),
                    receiver,
                    "vetted-again",
                    body -> body.put("target", "https://localhost:" + port.number() + "/")
                            .put("status", "PAUSED"));
            target.post("g", 1);
            assertThat(lenient.stop()).as(lenient.log()).isZero();

            assertThat(api.post("/api/subscriptions/" + target.id() + "/test").body())
                    .containsPattern("(?i)private|allowed|refused|vet");
            api.post("/api/subscriptions/" + target.id() + "/resume").expectSuccess();
            String job = api.get("/api/dispatch/jobs?subscriptionId=" + target.id())
                    .expect(200)
                    .path("items")
                    .path(0)
                    .path("id")
                    .asString();
            await().atMost(seconds(15)).until(() -> api.attempts(job).size() > 0);
            assertThat(api.attempts(job).get(0).path("status").asString()).isEqualTo("FAILURE");
            assertThat(port.connections()).isZero();
        }
    }

    /** A port that counts who connects, and hangs up. */
    private static final class CountingPort implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicInteger connections = new AtomicInteger();

        CountingPort() throws IOException {
            Thread.ofVirtual().start(this::accept);
        }

        int number() {
            return listener.getLocalPort();
        }

        int connections() {
            return connections.get();
        }

        private void accept() {
            while (!listener.isClosed()) {
                try (var _ = listener.accept()) {
                    connections.incrementAndGet();
                } catch (IOException e) {
                    return;
                }
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
