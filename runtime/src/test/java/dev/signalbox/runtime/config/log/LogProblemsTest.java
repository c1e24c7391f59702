package dev.signalbox.runtime.config.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.config.ConfigUnderTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogProblemsTest {
    private static final String GOOD = """
            signalbox.sources.shop.url=jdbc:postgresql://localhost/shop
            signalbox.sources.docs.url=mongodb://localhost/docs
            signalbox.sinks.api.base-url=https://api.example.com
            signalbox.logs.w.source=shop
            signalbox.logs.w.topics.t.publishers=api,LogPublisher
            """;

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "signalbox.logs.w.source               | shp      | does not exist; there is docs, shop",
                "signalbox.logs.w.source               | docs     | is a MongoDB database; logs are followed on PostgreSQL only",
                "signalbox.logs.w.layout               | mine     | must be crablet or signalbox-log",
                "signalbox.logs.w.table                | a.b.c    | must be the name of a table",
                "signalbox.logs.w.lock-key             | 99999999999999999999 | must be a whole number of at most 64 bits",
                "signalbox.logs.w.columns.data         | tags     | 'tags' is used twice",
                "signalbox.logs.w.poll.batch-size      | 0        | a whole number from 1 to 10000",
                "signalbox.logs.w.topics.t.publishers  | api,Kafka | names Kafka, which is neither a sink (there is api) nor built in",
                "signalbox.logs.w.topics.t.publishers  | Kafka    | to define it add signalbox.sinks.Kafka.base-url, or signalbox.plugins",
                "signalbox.logs.w.topics.t.publishers  | api, api | names api twice",
                "signalbox.logs.w.topics.t.publishers  | ,        | must be a list",
                "signalbox.logs.w.topics.t.publishers  | a b      | has an item, number 1, that must be the name of a publisher",
                "signalbox.logs.w.topics.u.types       | A        | signalbox.logs.w.topics.u.publishers: is missing",
                "signalbox.logs.w.topics.t.exact-tags  | a=b,EUR  | has an item, number 2, that must be key=value",
                "signalbox.logs.w.topics.t.any-of-tags | a=b      | has an item, number 1, that must be the key of a tag",
                "signalbox.logs.w.topics.t.type        | A        | did you mean signalbox.logs.w.topics.t.types?",
                "signalbox.logs.w.topics.t             | A        | is a group of settings",
                "signalbox.logs.w.topics.b@d.types     | A        | must be letters, digits, - and _, at most 100 long",
                "signalbox.logs.w.publishers.api.ordering | group | group-tag: is missing; with ordering: group it must be",
                "signalbox.logs.w.publishers.api.start | soon     | must be beginning, end, position with a number",
                "signalbox.logs.w.publishers.api.buffer.messages | 99 | less than one batch of the sink api (100)",
                "signalbox.logs.w.publishers.api.retry.max-delay | 1ms | is longer than retry.max-delay (1ms)",
                "signalbox.logs.w.publishers.LogPublisher.path | /x | means nothing for a publisher that is not a sink",
                "signalbox.logs.w.publishers.api.exactly-once | true | needs a sink of the type kafka, and api is none",
                "signalbox.logs.w.publishers.LogPublisher.exactly-once | true | needs a sink of the type kafka",
                "signalbox.relays.r.exactly-once       | true     | is not a known setting",
                "signalbox.logs.w.publishers.apx.path  | /x       | no topic of this log has this publisher; there is LogPublisher, api",
                "signalbox.logs.v.source               | shop     | signalbox.logs.v.topics: there is no topic",
            })
    void whatIsNotAllowedIsRefused(String key, String value, String message) {
        String others = GOOD.lines().filter(line -> !line.startsWith(key + "=")).reduce("", (a, b) -> a + b + "\n");

        assertThat(ConfigUnderTest.properties(others + key + "=" + value + "\n").problems())
                .anySatisfy(problem -> assertThat(problem).contains(message));
    }

    @Test
    void theNamesOfTopicsMayBeLongAndThoseOfLogsAsOthers() {
        String key = "signalbox.logs.w.topics.%s.publishers=api\n";

        assertThat(
                        ConfigUnderTest.properties(GOOD + key.formatted("x".repeat(100)))
                                .load()
                                .logs()
                                .getFirst()
                                .feeds()
                                .stream()
                                .map(FeedConfig::topic)
                                .distinct())
                .hasSize(2);
        assertThat(ConfigUnderTest.properties(GOOD + key.formatted("x".repeat(101)))
                        .problems())
                .singleElement()
                .asString()
                .contains("at most 100 long");
        assertThat(ConfigUnderTest.properties(GOOD + "signalbox.logs." + "x".repeat(64) + ".source=shop\n")
                        .problems())
                .singleElement()
                .asString()
                .contains("at most 63 long");
    }

    @Test
    void aLogAndARelayNeedDifferentNames() {
        assertThat(ConfigUnderTest.properties(GOOD + "signalbox.relays.w.source=shop\nsignalbox.relays.w.sink=api\n")
                        .problems())
                .containsExactly("signalbox.logs.w: there is a relay of this name already; choose another");
    }

    @Test
    void twoFeedsMayNotShareTheirCursor() {
        String again = GOOD + "signalbox.logs.v.source=shop\nsignalbox.logs.v.topics.t.publishers=api\n";

        assertThat(ConfigUnderTest.properties(again).problems())
                .singleElement()
                .asString()
                .startsWith("signalbox.logs.v.progress-table: the pair v/t/api would share its progress in"
                        + " outbox_topic_progress with w/t/api");
        assertThat(ConfigUnderTest.properties(again + "signalbox.logs.v.progress-table=p\n")
                        .load()
                        .logs())
                .hasSize(2);
    }

    @Test
    void theColumnsOfTheOwnLogAreFixed() {
        assertThat(ConfigUnderTest.properties(
                                GOOD + "signalbox.logs.w.layout=signalbox-log\nsignalbox.logs.w.columns.data=x\n")
                        .problems())
                .singleElement()
                .asString()
                .endsWith("means nothing with the layout signalbox-log; leave it out");
    }

    @Test
    void onlyTheOwnLogIsPartitioned() {
        assertThat(ConfigUnderTest.properties(GOOD + "signalbox.logs.w.retention=keep\nsignalbox.logs.w.partition=1h\n")
                        .problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem)
                        .endsWith("means something with the layout signalbox-log only; leave it out"));
        assertThat(ConfigUnderTest.properties(
                                GOOD + "signalbox.logs.w.layout=signalbox-log\nsignalbox.logs.w.retention=soon\n")
                        .problems())
                .singleElement()
                .asString()
                .contains("must be keep, or a time from 1h to 3650d");
    }
}
