package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which credentials may travel to another host, and how. */
class TransportRulesTest {
    private static final String LOCAL_URL = "jdbc:postgresql://localhost/shop";
    private static final String LOCAL_SOURCE = "url: \"jdbc:postgresql://localhost/shop\", username: a, password: b";
    private static final String LOCAL_SINK = "base-url: \"http://localhost\", path: /x, request-body: payload";
    private static final String KAFKA = "type: kafka, topic: t, bootstrap-servers: \"broker:9092\"";
    private static final String RABBIT =
            "type: rabbitmq, exchange: e, routing-key: k, addresses: \"broker:5672\", username: a, password: b";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/shop",
                "jdbc:postgresql://localhost,db:5433/shop",
                "jdbc:postgresql://db/shop?sslmode=require",
                "jdbc:postgresql://db/shop?sslmode=verify-ca",
                "jdbc:postgresql://db/shop?SSLMODE=verify-full",
                "jdbc:postgresql://db/shop?sslmode=verify-full&sslmode=disable",
                "jdbc:postgresql://db/shop?sslmode=verify-full&sslfactory=org.postgresql.ssl.NonValidatingFactory",
                "jdbc:postgresql://localhost.example/shop",
                "jdbc:postgresql://127.0.0.1.example/shop",
                "jdbc:mysql://db/shop",
                "jdbc:mysql://db/shop?sslMode=VERIFY_CA",
                "jdbc:mysql://address=(host=db)(port=3306)/shop",
                "jdbc:mysql:replication://db1,db2/shop",
                "jdbc:mariadb://db/shop",
                "jdbc:mariadb://db:3306/shop?sslMode=trust",
            })
    void aPasswordForADatabaseElsewhereNeedsVerifiedTls(String url) {
        assertThat(problems(", username: a, password: hunter2", url, LOCAL_SINK))
                .singleElement()
                .asString()
                .startsWith("signalbox.sources.shop.url: '" + url.substring(0, 12))
                .containsIgnoringCase("the URL must contain sslmode=verify")
                .contains("signalbox.sources.shop.allow-insecure must be true")
                .doesNotContain("hunter2");
        assertThat(yaml(", username: a", url, LOCAL_SINK).load().warnings())
                .as("without a password")
                .isEmpty();
        assertThat(yaml(", username: a, password: hunter2, allow-insecure: true", url, LOCAL_SINK)
                        .load()
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("the source shop sends the password")
                .contains("signalbox.sources.shop.allow-insecure");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://localhost:5432/shop",
                "jdbc:postgresql://127.0.0.1,[::1]:5433/shop",
                "jdbc:postgresql:shop",
                "jdbc:postgresql:///shop",
                "jdbc:postgresql://db/shop?sslmode=verify-full",
                "jdbc:postgresql://db1,db2:5433/shop?a=b&sslmode=verify-full",
                "jdbc:postgresql://db/shop?socketFactory=org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg",
                "jdbc:mysql://localhost/shop",
                "jdbc:mysql://db/shop?sslMode=VERIFY_IDENTITY",
                "jdbc:mariadb://db/shop?sslMode=verify-full",
                "jdbc:mariadb://db/shop?localSocket=/run/mysqld/mysqld.sock",
            })
    void verifiedTlsThisMachineAndSocketsAreFine(String url) {
        assertThat(yaml(", username: a, password: b", url, LOCAL_SINK).load().warnings())
                .isEmpty();
    }

    @Test
    void whatIsNoPermissionIsAProblemAlsoWhereNoneIsNeeded() {
        assertThat(problems(", username: a, password: b, allow-insecure: perhaps", LOCAL_URL, LOCAL_SINK))
                .singleElement()
                .asString()
                .startsWith("signalbox.sources.shop.allow-insecure: 'perhaps'");
    }

    @Test
    void soItIsWithMongoDb() {
        for (String url : List.of(
                "mongodb://a:hunter2@db/shop",
                "mongodb://a:hunter2@localhost,db/shop",
                "mongodb://a:hunter2@db/shop?tls=false",
                "mongodb://a:hunter2@db/shop?tls=true&tlsInsecure=true",
                "mongodb://a:hunter2@db/shop?ssl=true&tlsAllowInvalidHostnames=true",
                "mongodb+srv://a:hunter2@db.example/shop?tls=false")) {
            assertThat(problems("", url, LOCAL_SINK))
                    .as(url)
                    .singleElement()
                    .asString()
                    .contains("must contain tls=true")
                    .doesNotContain("hunter2");
        }
        for (String url : List.of(
                "mongodb://a:b@localhost:27017/shop",
                "mongodb://db/shop",
                "mongodb://a:b@db/shop?tls=true",
                "mongodb+srv://a:b@db.example/shop",
                "mongodb://a:b@%2Ftmp%2Fmongodb-27017.sock/shop")) {
            assertThat(yaml("", url, LOCAL_SINK).load().warnings()).as(url).isEmpty();
        }
    }

    @Test
    void aTokenForAnApiElsewhereNeedsHttps() {
        assertThat(sinkProblems("path: /x, base-url: \"http://api\", token: hunter2"))
                .singleElement()
                .asString()
                .startsWith("signalbox.sinks.out.base-url: 'http://api'")
                .contains("must begin with https://", "signalbox.sinks.out.allow-insecure must be true");
        assertThat(sink("path: /x, request-body: payload, base-url: \"http://api\"")
                        .load()
                        .warnings())
                .isEmpty();
        assertThat(sink("path: /x, request-body: payload, base-url: \"https://api\", token: hunter2")
                        .load()
                        .warnings())
                .isEmpty();
        assertThat(sink("path: /x, request-body: payload, base-url: \"http://[::1]:80\", token: hunter2")
                        .load()
                        .warnings())
                .isEmpty();
        assertThat(
                        sink("path: /x, request-body: payload, base-url: \"http://api\", token: hunter2, allow-insecure: true")
                                .load()
                                .warnings())
                .singleElement()
                .asString()
                .startsWith("the sink out sends the token unencrypted to another host");
    }

    @Test
    void aLoginAtABrokerElsewhereNeedsVerifiedTls() {
        String sasl = ", client: { security.protocol: SASL_PLAINTEXT, sasl.mechanism: PLAIN }";
        assertThat(sinkProblems(KAFKA + sasl))
                .singleElement()
                .asString()
                .contains("signalbox.sinks.out.client", "security.protocol must be SASL_SSL");
        assertThat(sinkProblems(
                        KAFKA + ", client: { security.protocol: SSL, ssl.endpoint.identification.algorithm: \" \" }"))
                .singleElement()
                .asString()
                .contains("ssl.endpoint.identification.algorithm must be https");
        String tokens = ", client: { security.protocol: SASL_SSL, sasl.mechanism: OAUTHBEARER,"
                + " sasl.oauthbearer.token.endpoint.url: \"http://%s/token\" }";
        assertThat(sinkProblems(KAFKA + tokens.formatted("login")))
                .singleElement()
                .asString()
                .contains("sasl.oauthbearer.token.endpoint.url must begin with https://");
        assertThat(sink(KAFKA + tokens.formatted("localhost")).load().warnings())
                .isEmpty();
        assertThat(sink(KAFKA).load().warnings()).isEmpty();
        assertThat(sink(KAFKA.replace("broker:", "localhost:") + sasl).load().warnings())
                .isEmpty();
        assertThat(sink(KAFKA + ", client: { security.protocol: SASL_SSL, sasl.mechanism: PLAIN }")
                        .load()
                        .warnings())
                .isEmpty();

        assertThat(sinkProblems(RABBIT))
                .singleElement()
                .asString()
                .startsWith("signalbox.sinks.out.ssl.enabled: ")
                .contains("sends the password unencrypted to another host");
        assertThat(sinkProblems(RABBIT + ", ssl: { enabled: true, verify-hostname: false }"))
                .singleElement()
                .asString()
                .startsWith("signalbox.sinks.out.ssl.verify-hostname: 'false'");
        assertThat(sink(RABBIT + ", ssl: { enabled: true }").load().warnings()).isEmpty();
        assertThat(sink(RABBIT.replace("broker:", "127.0.0.1:")).load().warnings())
                .isEmpty();
        assertThat(sink(RABBIT + ", allow-insecure: true").load().warnings()).hasSize(1);
    }

    @Test
    void beyondThisMachineTheServerNeedsTls(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("x.pem"), "x");
        ConfigUnderTest local = sink(LOCAL_SINK);

        assertThat(local.and("  server: { address: 0.0.0.0 }\n").problems())
                .singleElement()
                .asString()
                .startsWith("signalbox.server.address: '0.0.0.0'")
                .contains("signalbox.server.tls.certificate", "signalbox.server.allow-insecure must be true");
        assertThat(local.and("  server: { address: 0.0.0.0, allow-insecure: true }\n")
                        .load()
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("the server lets other hosts send the administration token unencrypted");
        String tls = "  server: { address: 0.0.0.0, tls: { certificate: %s, private-key: %s } }\n";
        assertThat(local.and(tls.formatted(file, file)).load().http().tls()).isPresent();
        assertThat(local.and("  server: { tls: { certificate: " + file + " } }\n")
                        .problems())
                .singleElement()
                .asString()
                .startsWith("signalbox.server.tls.private-key: is missing");
        assertThat(local.and(tls.formatted(file, folder.resolve("none"))).problems())
                .singleElement()
                .asString()
                .startsWith("signalbox.server.tls.private-key: ")
                .contains("that can be read", "none");
    }

    @Test
    void filesOfReplacedSystemsWorkWithOneWarning() {
        assertThat(ConfigUnderTest.properties("""
                outbox-processor.database-url=jdbc:postgresql://db/shop
                outbox-processor.database-username=a
                outbox-processor.database-password=b
                outbox-processor.api-base-url=http://api
                outbox-processor.api-token=c
                """).load().warnings())
                .singleElement()
                .asString()
                .startsWith("a connection of the outbox-processor settings sends the password")
                .contains("; another sends the token unencrypted");
        assertThat(ConfigUnderTest.properties("""
                outbox-processor.database-url=jdbc:postgresql://localhost/shop
                outbox-processor.database-username=a
                outbox-processor.database-password=b
                outbox-processor.api-base-url=https://api
                outbox-processor.api-token=c
                """).load().warnings()).isEmpty();
    }

    private static List<?> problems(String login, String url, String sink) {
        return yaml(login, url, sink).problems();
    }

    private static List<?> sinkProblems(String sink) {
        return sink(sink).problems();
    }

    private static ConfigUnderTest sink(String sink) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { %s }
                  sinks:
                    out: { %s }
                  relays:
                    orders: { source: shop, sink: out }
                """.formatted(LOCAL_SOURCE, sink));
    }

    private static ConfigUnderTest yaml(String login, String url, String sink) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "%s"%s }
                  sinks:
                    out: { %s }
                  relays:
                    orders: { source: shop, sink: out }
                """.formatted(url, login, sink));
    }
}
