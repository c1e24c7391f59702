package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.embedded.rabbitmq.RabbitOptions;
import dev.signalbox.embedded.tls.TlsFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that requires a client certificate. */
@Tag("slow") // it has a broker of its own
class RabbitSinkCertificateTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set before the test
    private Path folder;

    @Test
    void whoShowsItsCertificateIsLetInAndWhoHasNoneIsNot() throws Exception {
        SharedRabbitBroker.required();
        ClientCertificate certificate = ClientCertificate.in(folder);
        RabbitOptions asking = RabbitOptions.DEFAULTS
                .withTls()
                .withProperty("ssl_options.cacertfile", certificate.authority().toString())
                .withProperty("ssl_options.verify", "verify_peer")
                .withProperty("ssl_options.fail_if_no_peer_cert", "true");
        try (LocalRabbit broker = LocalRabbit.start(folder.resolve("broker"), asking)) {
            RabbitTls.Store trusted = new RabbitTls.Store(broker.trustStore(), TlsFiles.PASSWORD, "PKCS12");
            RabbitTls.Store mine = new RabbitTls.Store(certificate.keyStore(), ClientCertificate.PASSWORD, "PKCS12");

            assertThat(answer(broker, new RabbitTls(trusted, mine, true))).isEqualTo(Answer.DELIVERED);
            Outcome refused = RabbitTestMessages.outcomes(answer(broker, new RabbitTls(trusted, null, true)), 1)
                    .getFirst();
            assertThat(refused).isInstanceOf(Outcome.Unavailable.class);
            assertThat(refused.reason()).contains("cannot connect", "certificate");
        }
    }

    private static Answer answer(LocalRabbit broker, RabbitTls tls) throws InterruptedException {
        RabbitBrokerSettings settings = RabbitBrokerSettings.of(
                        "test",
                        List.of(new BrokerAddress("127.0.0.1", broker.tlsPort())),
                        new RabbitLogin(broker.user(), broker.password()))
                .withTls(tls);
        try (RabbitSink sink = new RabbitSink(settings, SharedRabbitBroker.declaring("certified"), Clock.SYSTEM)) {
            return sink.send(List.of(RabbitTestMessages.of("m1", "g", "t")));
        }
    }
}
