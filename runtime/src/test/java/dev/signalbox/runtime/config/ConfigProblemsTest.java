package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.runtime.settings.ConfigProblem;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigProblemsTest {
    private static final String SECRET = "hunter2-hunter2";
    private static final String GOOD = """
            signalbox.sources.shop.url=jdbc:postgresql://localhost/shop
            signalbox.sinks.api.base-url=https://api.example.com
            signalbox.relays.r.source=shop
            signalbox.relays.r.sink=api
            """;
    private static final String SEED = """
            outbox-processor.api-base-url=https://api.example.com
            outbox-processor.database-url=jdbc:postgresql://localhost/shop
            """;

    @Test
    void everythingIsSaidAtOnceWithKeyValueLineAndWhatIsAllowed() {
        ConfigException refused = ConfigUnderTest.yaml("""
                signalbox:
                  server: { port: abc }
                  sources:
                    shop: { pool-size: 1 }
                  sinks:
                    api: { base-url: "ftp://x", tokn: %s }
                  relays:
                    r: { source: shp, sink: api, ordering: blok }
                """.formatted(SECRET)).refused();

        assertThat(refused.problems())
                .extracting(ConfigProblem::key)
                .containsExactlyInAnyOrder(
                        "signalbox.server.port",
                        "signalbox.sources.shop.url",
                        "signalbox.sources.shop.pool-size",
                        "signalbox.sinks.api.base-url",
                        "signalbox.sinks.api.tokn",
                        "signalbox.relays.r.source",
                        "signalbox.relays.r.ordering");
        assertThat(refused.getMessage())
                .contains("has 7 errors:")
                .contains("signalbox.server.port: 'abc' (line 2) must be a whole number from 0 to 65535")
                .contains("signalbox.sources.shop.url: is missing")
                .contains(
                        "signalbox.sinks.api.tokn: (line 6) is not a known setting; did you mean signalbox.sinks.api.token?")
                .contains("signalbox.relays.r.ordering: 'blok' (line 8) must be block or skip or none")
                .contains("signalbox.relays.r.source: 'shp' (line 8) does not exist; there is shop")
                .doesNotContain(SECRET);
    }

    @Test
    void whatDescribesAStatusTableMeansNothingForTheOwnTable() {
        assertThat(ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                  sinks:
                    api: { type: http, base-url: "http://localhost" }
                  relays:
                    r: { source: shop, sink: api, outbox: { layout: signalbox, columns: { id: key }, retention: { completed: 1d } } }
                """).problems())
                .hasSize(2)
                .allMatch(problem -> problem.endsWith("means nothing with the layout signalbox; leave it out"));
    }

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "signalbox.server.port               | 65536        | a whole number from 0 to 65535",
                "signalbox.shutdown.grace            | soon         | a time from 0s to 1h",
                "signalbox.shutdown.grace            | -1s          | a time from 0s to 1h",
                "signalbox.shutdown.grace            | 99999999999999d | a time from 0s to 1h",
                "signalbox.node-name                 | a b          | a name of letters",
                "signalbox.sources.shop.url          | jdbc:mysql://x/y | the user as whom to connect to MySQL",
                "signalbox.sources.shop.url          | postgres://x | the address of a database that begins with one of",
                "signalbox.sources.shop.coordination | none         | shards or leader",
                "signalbox.sources.shop.lease-ttl    | 1ms          | a time from 500ms to 10m",
                "signalbox.sinks.api.type            | sqs          | is not available in this version; use http, kafka, rabbitmq, webhook or log",
                "signalbox.sinks.api.base-url        | https://a/?q | without user, query or fragment",
                "signalbox.sinks.api.path            | events       | a path that begins with /",
                "signalbox.sinks.api.batch-bytes     | 4 apples     | a size from 1KB to 256MB",
                "signalbox.sinks.api.total-deadline  | 5s           | shorter than the request-timeout of 30s",
                "signalbox.relays.r.enabled          | perhaps      | true or false",
                "signalbox.relays.r.sink             | apu          | does not exist; there is api",
                "signalbox.relays.r.retry.jitter     | 2            | a number from 0 to 1",
                "signalbox.relays.r.retry.jitter     | NaN          | a number from 0 to 1",
                "signalbox.relays.r.retry.initial-delay | 10m       | longer than retry.max-delay (5m)",
                "signalbox.relays.r.buffer.messages  | 99           | less than one batch of the sink api (100)",
                "signalbox.relays.r.buffer.bytes     | 1MB          | less than one batch of the sink api (4MB)",
                "signalbox.relays.r.outbox.table     | a;b          | the name of a table",
                "signalbox.relays.r.outbox.table     | a.b.c        | the name of a table",
                "signalbox.relays.r.outbox.columns.id | a\"b        | the name of a column",
                "signalbox.relays.r.outbox.columns.id | payload      | 'payload' is used twice",
                "signalbox.relays.r.outbox.statuses.failed | PENDING | 'PENDING' is used twice",
                "signalbox.relays.r.outbox.processing-timeout | 30s  | not longer than a request to the sink api may take (30s)",
                "signalbox.relays.r.outbox.max-payload-bytes | 33MB  | more than the buffer holds (32MB)",
                "signalbox.relays.r.outbox.retention.completed | delete | needs a time",
                "signalbox.relays.r.outbox.layout    | mine         | must be flowcatalyst or catbox or event-outbox or sent-flag or sent-at or signalbox",
                "signalbox.relays.r.path             | ${NOWHERE}   | set the environment variable NOWHERE",
                "signalbox.relays.r.path             | ${A          | without its closing }",
                "signalbox.relays.r.path             | ${signalbox.relays.r.path} | more than 16 deep",
                "signalbox.relays.r                  | x            | is a group of settings",
                "signalbox.relays.b@d.sink           | api          | the name in this key must be letters",
                "signalbox.relays.r.pol.interval     | 1s           | did you mean signalbox.relays.r.poll.interval?",
                "signalbox.nonsense                  | 1            | is not a known setting",
            })
    void aValueThatIsNotAllowedIsRefused(String key, String value, String message) {
        ConfigUnderTest.properties(GOOD).withProperty(key, value).assertProblem(message);
    }

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "database-type        | MYSQL         | it must be POSTGRESQL, or left out",
                "database-type        | MONGODB       | it must be POSTGRESQL, or left out",
                "database-type        | ORACLE        | must be postgresql or mysql or mariadb or mongodb",
                "coordination         | none          | shards or leader",
                "api-batch-size       | 2000          | more than outbox-processor.global-buffer-size (1000) can hold",
                "dispatch-jobs-table  | Outbox_Events | is delivered by the relay events already",
                "max-retries          | -1            | a whole number from 0 to 1000",
                "poll-intervall       | 1s            | did you mean outbox-processor.poll-interval?",
            })
    void aFlowCatalystValueThatIsNotAllowedIsRefusedOnce(String key, String value, String message) {
        assertThat(ConfigUnderTest.properties(SEED + "outbox-processor." + key + "=" + value + "\n")
                        .problems())
                .singleElement()
                .asString()
                .startsWith("outbox-processor." + key)
                .contains(message);
    }

    @Test
    void aMissingAddressIsNamed() {
        assertThat(ConfigUnderTest.properties("outbox-processor.max-retries=1\n")
                        .problems())
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem).startsWith("outbox-processor.api-base-url: is missing"))
                .anySatisfy(problem -> assertThat(problem).startsWith("outbox-processor.database-url: is missing"));
    }

    @Test
    void aFileThatAsksForNothingIsRefused() {
        assertThat(ConfigUnderTest.yaml("spring: { x: y }\n").problems())
                .singleElement()
                .asString()
                .contains("there is no relay");
        assertThat(ConfigUnderTest.yaml("").problems()).hasSize(1);
    }

    @Test
    void twoRelaysMayNotWorkTheSameTable() {
        assertThat(ConfigUnderTest.properties(GOOD + "signalbox.relays.s.source=shop\nsignalbox.relays.s.sink=api\n")
                        .problems())
                .singleElement()
                .asString()
                .contains("is delivered by the relay r already");
    }

    @Test
    void theSameSettingUnderTwoKeysIsRefused() {
        assertThat(ConfigUnderTest.properties(GOOD + """
                signalbox.relays.r.max-concurrent-requests=1
                signalbox.relays.r.max-concurrent-groups=2
                """).problems())
                .singleElement()
                .asString()
                .contains("means the same as");
        assertThat(ConfigUnderTest.yaml("signalbox: { server: { port: 1, port: 2 } }\n")
                        .problems())
                .singleElement()
                .asString()
                .contains("twice");
    }

    @Test
    void namesThatTheSeedFileUsesMayNotBeUsedAgain() {
        assertThat(ConfigUnderTest.properties(SEED + "signalbox.sinks.api.base-url=http://x\n")
                        .problems())
                .singleElement()
                .asString()
                .startsWith("signalbox.sinks.api: the outbox-processor settings use this name already");
    }

    @Test
    void noMessageShowsASecret() {
        String text = ConfigUnderTest.properties("""
                signalbox.security.admin-token=%1$s
                signalbox.sources.shop.url=jdbc:mysql://u:%1$s@h/x?password=%1$s&x=1
                signalbox.sources.shop.password=%1$s${NOWHERE}
                signalbox.sources.shop.passwrd=%1$s
                signalbox.sinks.api.base-url=https://user:%1$s@host/
                signalbox.sinks.api.token=%1$s with spaces
                signalbox.relays.r.source=${SECRET_VALUE}
                signalbox.relays.r.sink=api
                outbox-processor.api-tokn=%1$s
                """.formatted("hunter2"))
                .with("SECRET_VALUE", "hunter2")
                .refused()
                .getMessage();

        assertThat(text)
                .contains("signalbox.security.admin-token", "******", "at least 16 characters")
                .doesNotContain("hunter2");
    }

    @Test
    void aBrokenYamlFileIsNotQuoted() {
        assertThat(ConfigUnderTest.yaml("signalbox:\n  a: {b: %s\n  c: d".formatted(SECRET))
                        .refused()
                        .getMessage())
                .contains("is not valid YAML (line ")
                .doesNotContain(SECRET);
    }

    @Test
    void recordsDoNotShowSecrets() {
        assertThat(ConfigUnderTest.properties(GOOD + "signalbox.sources.shop.password=" + SECRET
                                + "\nsignalbox.sinks.api.token=" + SECRET + "\n")
                        .load()
                        .toString())
                .doesNotContain(SECRET);
    }

    @Test
    void controlCharactersOfAValueCannotForgeALine() {
        assertThat(ConfigUnderTest.properties(GOOD + "signalbox.node-name=a\\nb\\u001b[31m\n")
                        .problems())
                .singleElement()
                .asString()
                .contains("'a\\nb\\u001b[31m'");
    }

    @Test
    void aFileThatCannotBeReadSaysWhy() {
        ConfigLoader loader = new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of()));

        Assertions.assertThatThrownBy(() -> loader.load(Path.of("nowhere.yaml")))
                .hasMessageContaining("does not exist");
        Assertions.assertThatThrownBy(() -> loader.load(Path.of("nowhere.toml")))
                .hasMessageContaining("must end in .yaml");
    }

    @Test
    void aYamlFileThatRefersToItselfIsRefused() {
        assertThat(ConfigUnderTest.yaml("a: &a\n  b: *a\n").problems()).hasSize(1);
    }

    @Test
    void ofASinkOfAnUnknownTypeOnlyTheTypeIsReported() {
        assertThat(ConfigUnderTest.yaml("""
                        signalbox:
                          sources:
                            shop: { url: "jdbc:postgresql://localhost/shop" }
                          sinks:
                            there: { type: carrier-pigeon, file: out.log }
                          relays:
                            r: { source: shop, sink: there, path: /x }
                          logs:
                            l:
                              source: shop
                              topics: { all: { publishers: there } }
                              publishers: { there: { exactly-once: true } }
                        """).problems())
                .singleElement()
                .asString()
                .startsWith("signalbox.sinks.there.type: ")
                .contains("must be http or kafka or rabbitmq or webhook or log");
    }
}
