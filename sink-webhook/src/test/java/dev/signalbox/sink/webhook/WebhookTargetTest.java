package dev.signalbox.sink.webhook;

import static dev.signalbox.sink.webhook.TestClients.SHORT;
import static dev.signalbox.sink.webhook.TestClients.address;
import static dev.signalbox.sink.webhook.TestClients.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import dev.signalbox.sink.webhook.WebhookResponse.NotSent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which address is dialled, whatever names resolve to. */
@Timeout(30)
class WebhookTargetTest {
    private static NotSent.Cause notSent(WebhookResponse response) {
        return ((NotSent) response).cause();
    }

    private static NameLookup to(String... addresses) {
        return (_, _) -> List.of(addresses).stream().map(TestClients::address).toList();
    }

    private static URI uri(String host, int port) {
        return URI.create("http://" + host + ":" + port + "/");
    }

    @Test
    void aNameThatResolvesToThisMachineIsRefused() throws Exception {
        TargetRules rules = new TargetRules(false, true, List.of());
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "");
                WebhookClient client = TestClients.with(rules, to("127.0.0.1"))) {
            WebhookResponse response = client.send(request(uri("innocent.example", server.port())));

            assertThat(notSent(response)).isEqualTo(NotSent.Cause.REFUSED_TARGET);
            assertThat(((NotSent) response).reason()).contains("innocent.example", "this machine");
            assertThat(server.connections).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1,169.254.169.254", "169.254.169.254,127.0.0.1", "127.0.0.1,::", "127.0.0.1,8.8.8.8"})
    void oneBadAddressRefusesTheName(String addresses) throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "");
                WebhookClient client = TestClients.with(TestClients.LOCAL, to(addresses.split(",", -1)))) {
            assertThat(notSent(client.send(request(uri("half.good", server.port())))))
                    .isEqualTo(NotSent.Cause.REFUSED_TARGET);
            assertThat(server.connections).hasValue(0);
        }
    }

    /** The resolver gives another answer each time: a second look-up would dial what was never vetted. */
    @Test
    void theVettedAddressIsTheDialledOne() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        TargetRules rules = new TargetRules(true, false, List.of(Network.parse("127.0.0.2/32")));
        NameLookup rebinding = (_, _) -> List.of(address(lookups.getAndIncrement() == 0 ? "127.0.0.1" : "127.0.0.2"));
        try (LoopbackServer good = LoopbackServer.answering("200 OK", "Connection: close\r\n", "good");
                LoopbackServer bad = LoopbackServer.at(address("127.0.0.2"), good.port(), (connection, _) -> {
                    connection.answer("200 OK", "", "bad");
                    return true;
                });
                WebhookClient client = TestClients.with(rules, rebinding)) {
            Answered first = (Answered) client.send(request(uri("rebinding.example", good.port())));

            assertThat(first.body()).isEqualTo("good");
            assertThat(lookups).hasValue(1);
            assertThat(good.requests.getFirst().header("Host")).isEqualTo("rebinding.example:" + good.port());
            assertThat(notSent(client.send(request(uri("rebinding.example", good.port())))))
                    .as("a new connection is vetted again")
                    .isEqualTo(NotSent.Cause.REFUSED_TARGET);
            assertThat(bad.connections).hasValue(0);
        }
    }

    @Test
    void theNextAddressIsTriedIfOneCannotBeReached() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "");
                WebhookClient client = TestClients.with(TestClients.LOCAL, to("127.0.0.9", "127.0.0.1"))) {
            assertThat(client.send(request(uri("two.addresses", server.port()))))
                    .isInstanceOf(Answered.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.1:%d/",
                "http://2130706433:%d/",
                "http://0x7f.1:%d/",
                "http://0177.0.0.1:%d/",
                "http://[::ffff:7f00:1]:%d/",
                "http://127.0.0.1.:%d/",
                "http://localhost.:%d/",
                "http://a@127.0.0.1:%d/",
                "ftp://127.0.0.1:%d/"
            })
    void otherSpellingsAreRefusedBeforeEachConnection(String url) throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "");
                WebhookClient client = TestClients.with(TestClients.LOCAL, to("127.0.0.1"))) {
            assertThat(notSent(client.send(request(URI.create(url.formatted(server.port()))))))
                    .isEqualTo(NotSent.Cause.REFUSED_TARGET);
            assertThat(server.connections).hasValue(0);
        }
    }

    @Test
    void aLiteralIsVettedToo() throws Exception {
        try (LoopbackServer server = LoopbackServer.answering("200 OK", "", "");
                WebhookClient client = TestClients.with(TargetRules.PUBLIC, TestClients.UNKNOWN)) {
            URI literal = URI.create("https://127.0.0.1:" + server.port() + "/");
            assertThat(notSent(client.send(request(literal)))).isEqualTo(NotSent.Cause.REFUSED_TARGET);
            assertThat(notSent(client.send(request(URI.create("https://[::1]:" + server.port() + "/")))))
                    .isEqualTo(NotSent.Cause.REFUSED_TARGET);
            assertThat(server.connections).hasValue(0);
        }
    }

    @Test
    void anIpv6AddressIsDialledAndNamedInBrackets() throws Exception {
        assumeTrue(hasIpv6(), "OPTIONAL: this machine has no IPv6");
        try (LoopbackServer server = LoopbackServer.at(address("::1"), 0, (connection, _) -> {
                    connection.answer("200 OK", "", "");
                    return true;
                });
                WebhookClient client = TestClients.local()) {
            assertThat(client.send(request(uri("[::1]", server.port())))).isInstanceOf(Answered.class);
            assertThat(server.requests.getFirst().header("Host")).isEqualTo("[::1]:" + server.port());
        }
    }

    private static boolean hasIpv6() {
        try (ServerSocket socket = new ServerSocket(0, 1, address("::1"))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aNameWithoutAnAddressIsUnknown() throws Exception {
        try (WebhookClient client = TestClients.with(TestClients.LOCAL, TestClients.UNKNOWN);
                WebhookClient empty = TestClients.with(TestClients.LOCAL, (_, _) -> List.of())) {
            assertThat(notSent(client.send(request(uri("no.such", 1))))).isEqualTo(NotSent.Cause.UNKNOWN_HOST);
            assertThat(notSent(empty.send(request(uri("no.such", 1))))).isEqualTo(NotSent.Cause.UNKNOWN_HOST);
        }
    }

    @Test
    void aSilentNameServerCostsNoMoreThanTheTimeOfTheRequest() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        NameLookup silent = new BoundedNameLookup(_ -> blocked(never), 2);
        try (WebhookClient client = TestClients.with(TestClients.LOCAL, silent)) {
            WebhookResponse response = client.send(request(uri("silent.example", 80), SHORT));

            assertThat(notSent(response)).isIn(NotSent.Cause.UNKNOWN_HOST, NotSent.Cause.UNREACHABLE);
            assertThat(response.duration()).isBetween(SHORT.minusMillis(50), SHORT.plusSeconds(3));
        } finally {
            never.countDown();
        }
    }

    @Test
    void aLookupWaitsForFiveSecondsAtMost() throws Exception {
        Duration[] limit = new Duration[1];
        NameLookup asked = (name, most) -> {
            limit[0] = most;
            return TestClients.UNKNOWN.addresses(name, most);
        };
        try (WebhookClient client = TestClients.with(TestClients.LOCAL, asked)) {
            client.send(request(uri("some.name", 80)));
            assertThat(limit[0]).isEqualTo(Duration.ofSeconds(5));
            client.send(request(uri("some.name", 80), SHORT));
            assertThat(limit[0]).isLessThanOrEqualTo(SHORT);
        }
    }

    static InetAddress[] blocked(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return new InetAddress[0];
    }
}
