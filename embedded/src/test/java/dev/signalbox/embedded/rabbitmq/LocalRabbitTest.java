package dev.signalbox.embedded.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import dev.signalbox.embedded.process.ProcessExit;
import dev.signalbox.embedded.tls.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the RabbitMQ sink also start, kill and stop brokers in every run. */
@Tag("slow")
@Timeout(120)
class LocalRabbitTest {
    @TempDir
    private Path folder;

    @BeforeAll
    static void needRabbit() {
        LocalRabbit.whyNot().ifPresent(reason -> {
            String message = "SKIPPED: the embedded RabbitMQ, because " + reason;
            if ("true".equals(System.getenv("CI"))) {
                Assertions.fail(message);
            }
            Assumptions.abort(message);
        });
    }

    @Test
    void keepsItsDataAndPortWhenItIsKilledAndStartedAgain() throws Exception {
        try (LocalRabbit rabbit = LocalRabbit.start(folder)) {
            String address = rabbit.address();
            send(rabbit, "before");
            long killed = rabbit.pid();
            rabbit.kill();
            assertThat(ProcessHandle.of(killed).filter(ProcessHandle::isAlive)).isEmpty();

            rabbit.restart();
            send(rabbit, "after");

            assertThat(rabbit.address()).isEqualTo(address);
            assertThat(texts(rabbit)).containsExactly("before", "after");
        }
    }

    @Test
    void letsNobodyInWithoutItsPasswordAndSpeaksTlsWhereAskedTo() throws Exception {
        try (LocalRabbit rabbit = LocalRabbit.start(folder, RabbitOptions.DEFAULTS.withTls())) {
            ConnectionFactory guest = new ConnectionFactory();
            guest.setPort(rabbit.port());
            assertThatThrownBy(guest::newConnection).isInstanceOf(AuthenticationFailureException.class);

            ConnectionFactory secure = factory(rabbit);
            secure.setPort(rabbit.tlsPort());
            secure.useSslProtocol(trusting(rabbit));
            secure.enableHostnameVerification();
            try (Connection connection = secure.newConnection()) {
                assertThat(connection.isOpen()).isTrue();
            }
        }
    }

    @Test
    void blocksPublishersWhileItsMemoryIsFull() throws Exception {
        try (LocalRabbit rabbit = LocalRabbit.start(folder);
                Connection connection = factory(rabbit).newConnection();
                Channel channel = connection.createChannel()) {
            CountDownLatch blocked = new CountDownLatch(1);
            CountDownLatch unblocked = new CountDownLatch(1);
            connection.addBlockedListener(_ -> blocked.countDown(), unblocked::countDown);
            rabbit.setMemoryAlarm(true);
            channel.basicPublish("", "nowhere", null, new byte[1]);
            assertThat(blocked.await(20, TimeUnit.SECONDS)).isTrue();
            rabbit.setMemoryAlarm(false);
            assertThat(unblocked.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void saysWhyItDoesNotStart() {
        RabbitOptions wrong = RabbitOptions.DEFAULTS.withProperty("channel_max", "many");

        assertThatThrownBy(() -> LocalRabbit.start(folder, wrong))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broker.log")
                .hasMessageContaining("channel_max");
    }

    @Test
    void leavesNothingRunningWhenItIsClosed() throws Exception {
        List<ProcessHandle> started;
        try (LocalRabbit rabbit = LocalRabbit.start(folder)) {
            started = ProcessHandle.current().descendants().toList();
            assertThat(started).extracting(ProcessHandle::pid).contains(rabbit.pid());
        }
        assertThat(started).allMatch(ProcessExit::hasEnded);
    }

    @Test
    void endsWithTheProcessThatStartedItHoweverThatOneDied() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HoldRabbit.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long broker = Long.parseLong(parent.inputReader(StandardCharsets.UTF_8).readLine());
        List<ProcessHandle> started = parent.descendants().toList();
        assertThat(started).extracting(ProcessHandle::pid).contains(broker);

        parent.destroyForcibly();

        await().until(() -> started.stream().allMatch(ProcessExit::hasEnded));
    }

    private static void send(LocalRabbit rabbit, String text) throws Exception {
        try (Connection connection = factory(rabbit).newConnection();
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            channel.queueDeclare("things", true, false, false, null);
            channel.basicPublish(
                    "", "things", MessageProperties.PERSISTENT_BASIC, text.getBytes(StandardCharsets.UTF_8));
            channel.waitForConfirmsOrDie(20_000);
        }
    }

    private static List<String> texts(LocalRabbit rabbit) throws Exception {
        try (Connection connection = factory(rabbit).newConnection();
                Channel channel = connection.createChannel()) {
            List<String> texts = new ArrayList<>();
            for (GetResponse got = channel.basicGet("things", true);
                    got != null;
                    got = channel.basicGet("things", true)) {
                texts.add(new String(got.getBody(), StandardCharsets.UTF_8));
            }
            return texts;
        }
    }

    private static ConnectionFactory factory(LocalRabbit rabbit) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(rabbit.host());
        factory.setPort(rabbit.port());
        factory.setUsername(rabbit.user());
        factory.setPassword(rabbit.password());
        return factory;
    }

    private static SSLContext trusting(LocalRabbit rabbit) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(rabbit.trustStore())) {
            store.load(in, TlsFiles.PASSWORD.toCharArray());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
