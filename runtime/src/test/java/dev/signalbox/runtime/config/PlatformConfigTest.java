package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.platform.ingest.EventIngest.UnknownTypes;
import dev.signalbox.runtime.config.platform.PlatformConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlatformConfigTest {
    private static final String ENABLED = """
            signalbox.platform.enabled=true
            signalbox.platform.database-url=jdbc:postgresql://localhost/platform
            signalbox.platform.database-username=app
            signalbox.platform.database-password=secret
            """;

    @Test
    void aFileWithThePlatformAloneIsComplete() {
        ServerConfig config = ConfigUnderTest.properties(ENABLED).load();

        PlatformConfig platform = config.platform().orElseThrow();
        assertThat(platform.database().url()).isEqualTo("jdbc:postgresql://localhost/platform");
        assertThat(platform.unknownTypes()).isEqualTo(UnknownTypes.ACCEPT);
        assertThat(platform.retention()).isEqualTo(Duration.ofDays(30));
        assertThat(platform.requestsWithoutPool()).isEqualTo(16);
        assertThat(platform.targets().allowPrivateTargets()).isFalse();
        assertThat(config.relays()).isEmpty();
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void allIsConfigurable() {
        PlatformConfig platform =
                ConfigUnderTest.properties(ENABLED + """
                signalbox.platform.unknown-types=reject
                signalbox.platform.retention=7d
                signalbox.platform.secret-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
                signalbox.platform.requests-without-pool=3
                signalbox.platform.max-body-memory=64MB
                signalbox.webhooks.allow-private-targets=true
                signalbox.webhooks.allow-plain-http=true
                signalbox.webhooks.denied-networks=10.1.0.0/16,2001:db8::/32
                """).load().platform().orElseThrow();

        assertThat(platform.unknownTypes()).isEqualTo(UnknownTypes.REJECT);
        assertThat(platform.retention()).isEqualTo(Duration.ofDays(7));
        assertThat(platform.secretKey()).isPresent();
        assertThat(platform.requestsWithoutPool()).isEqualTo(3);
        assertThat(platform.maxBodyMemory()).contains(64L << 20);
        assertThat(platform.targets().allowPrivateTargets()).isTrue();
        assertThat(platform.targets().allowPlainHttp()).isTrue();
        assertThat(platform.targets().deniedNetworks()).hasSize(2);
    }

    @Test
    void theDatabaseIsNeededAndIsPostgres() {
        ConfigUnderTest.properties("signalbox.platform.enabled=true")
                .assertProblem("signalbox.platform.database-url: is missing");
        ConfigUnderTest.properties(ENABLED)
                .withProperty("signalbox.platform.database-url", "mongodb://localhost/platform")
                .assertProblem("must be the address of a PostgreSQL database that begins with jdbc:postgresql:");
        ConfigUnderTest.properties(ENABLED + "signalbox.platform.secret-key=short")
                .assertProblem("signalbox.platform.secret-key");
        ConfigUnderTest.properties(ENABLED + "signalbox.webhooks.denied-networks=10.0.0.1/8")
                .assertProblem("signalbox.webhooks.denied-networks");
        ConfigUnderTest networks = ConfigUnderTest.properties(
                ENABLED + "signalbox.webhooks.denied-networks=10.0.0.1/8,10.0.0.0/8,nonsense");
        networks.assertProblem("10.0.0.1/8");
        networks.assertProblem("nonsense");
        ConfigUnderTest.properties(ENABLED + "signalbox.platform.retention=36h")
                .assertProblem("must be a whole number of days");
        ConfigUnderTest.properties(ENABLED + "signalbox.platform.databse-url=x").assertProblem("did you mean");
    }

    @Test
    void itsRelayHasANameOfItsOwn() {
        ConfigUnderTest.properties(ENABLED + "signalbox.relays.platform.source=shop")
                .assertProblem("signalbox.relays.platform: is the name of the event platform's own relay");
    }

    @Test
    void aPasswordToAnotherHostNeedsTlsThatVerifies() {
        ConfigUnderTest remote = ConfigUnderTest.properties(ENABLED)
                .withProperty("signalbox.platform.database-url", "jdbc:postgresql://db.example.com/platform");

        remote.assertProblem("signalbox.platform.allow-insecure must be true to accept that");
        assertThat(remote.and("signalbox.platform.allow-insecure=true\n").load().warnings())
                .singleElement()
                .asString()
                .contains("the event platform sends the password");
    }

    @Test
    void withoutAPlatformThereMustBeARelayOrLog() {
        ConfigUnderTest.properties("signalbox.platform.enabled=false").assertProblem("there is no relay and no log");
    }
}
