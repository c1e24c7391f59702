package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.admin.DeadLetterView;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.settings.Secret;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The publishers of event logs over HTTP. */
@SuppressWarnings("NullAway.Init") // set before each test
class PublishersApiTest {
    private static final String TOKEN = "a-token-for-the-tests";
    private static final String ALL = "/api/outbox/publishers";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<LogAdmin> LOGS = new ArrayList<>();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static WebServer web;
    private FakeLogAdmin wallet;
    private FakeLogAdmin orders;

    @BeforeAll
    static void start() throws WebServer.CannotListenException {
        web = WebServer.start(
                new HttpServerConfig("127.0.0.1", 0),
                new WebServer.Services(
                        new BearerAuthenticator(new Secret(TOKEN), Optional.empty(), Clock.SYSTEM),
                        new NoRelays(),
                        () -> List.copyOf(LOGS),
                        () -> Health.of(List.of()),
                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)));
    }

    @AfterAll
    static void stop() {
        web.close();
        CLIENT.close();
    }

    @BeforeEach
    void openLogs() {
        wallet = new FakeLogAdmin(
                new LogAdmin.FeedId("wallet", "wallet-events", "KafkaPublisher"),
                new LogAdmin.FeedId("wallet", "payments", "KafkaPublisher"),
                new LogAdmin.FeedId("wallet", "payments", "LogPublisher"));
        orders = new FakeLogAdmin(new LogAdmin.FeedId("orders", "all", "LogPublisher"));
        LOGS.clear();
        LOGS.addAll(List.of(wallet, orders));
    }

    @Test
    void allFeedsAreShownWithEveryMemberOfTheContract() throws Exception {
        for (String path : List.of(ALL, ALL + "/lag")) {
            JsonNode feeds = json(get(path));

            assertThat(feeds.size()).isEqualTo(4);
            assertThat(feeds.get(0).propertyNames())
                    .contains(
                            "topic",
                            "publisher",
                            "status",
                            "lastPosition",
                            "lag",
                            "errorCount",
                            "lastError",
                            "lastPublishedAt",
                            "leader",
                            "log",
                            "parked",
                            "deadLetters",
                            "horizon");
            assertThat(feeds.get(0).path("topic").asString()).isEqualTo("wallet-events");
            assertThat(feeds.get(0).path("status").asString()).isEqualTo("ACTIVE");
            assertThat(feeds.get(0).path("lag").asLong()).isEqualTo(7);
            assertThat(feeds.get(0).path("lastError").isNull()).isTrue();
            assertThat(feeds.get(0).path("lastPublishedAt").asString()).isEqualTo("2026-01-01T00:00:00Z");
            assertThat(feeds.get(0).path("horizon").path("pid").asInt()).isEqualTo(4711);
        }
    }

    @Test
    void onePublisherIsShownWithItsTopics() throws Exception {
        JsonNode feeds = json(get(ALL + "/LogPublisher"));

        assertThat(feeds.size()).isEqualTo(2);
        assertThat(feeds.get(1).path("log").asString()).isEqualTo("orders");
        assertThat(json(get(ALL + "/LogPublisher?topic=all")).size()).isEqualTo(1);
    }

    @Test
    void leadersAndBackoffAreShown() throws Exception {
        JsonNode leader = json(get(ALL + "/leaders")).get(3);
        assertThat(leader.path("leader").asString()).isEqualTo("node-1");
        assertThat(leader.path("topic").asString()).isEqualTo("all");
        assertThat(leader.path("here").asBoolean()).isTrue();
        assertThat(leader.has("leaderHeartbeat")).isTrue();

        JsonNode backoff = json(get(ALL + "/backoff")).get(0);
        assertThat(backoff.path("publisher").asString()).isEqualTo("KafkaPublisher");
        assertThat(backoff.path("intervalMillis").asLong()).isEqualTo(4000);
    }

    @Test
    void aPublisherRestsInAllItsTopicsOrInOne() throws Exception {
        JsonNode paused = json(post(ALL + "/KafkaPublisher/pause", ""));

        assertThat(paused.size()).isEqualTo(2);
        for (JsonNode feed : paused) {
            assertThat(feed.path("status").asString()).isEqualTo("PAUSED");
        }
        assertThat(wallet.actions.getFirst()).startsWith("pause wallet-events by alice (unverified) from");

        JsonNode resumed = json(post(ALL + "/KafkaPublisher/resume?topic=payments", ""));
        assertThat(resumed.size()).isEqualTo(1);
        assertThat(resumed.get(0).path("status").asString()).isEqualTo("ACTIVE");
        assertThat(json(get(ALL + "/KafkaPublisher")).get(0).path("status").asString())
                .isEqualTo("PAUSED");
    }

    @Test
    void aResetForgetsErrorsAndCanMoveThePublisher() throws Exception {
        for (HttpResponse<String> answer : List.of(
                post(ALL + "/KafkaPublisher/reset", ""),
                post(ALL + "/KafkaPublisher/reset?topic=payments&position=17", ""),
                post(ALL + "/KafkaPublisher/reset?topic=payments", "{\"position\":18}"),
                post(ALL + "/KafkaPublisher/reset?topic=payments", "{\"position\":\"end\"}"))) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }

        assertThat(wallet.actions)
                .containsExactly(
                        "reset wallet-events null",
                        "reset payments null",
                        "reset payments AtPosition[position=17]",
                        "reset payments AtPosition[position=18]",
                        "reset payments End[]");
    }

    @Test
    void deadLettersAreListedPageByPageAndReplayed() throws Exception {
        for (long position = 1; position <= 3; position++) {
            wallet.letters.put(position, new DeadLetterView(position, "Paid", "w1", 4, "HTTP 422", null));
        }
        String path = ALL + "/KafkaPublisher/dead-letters";

        JsonNode first = json(get(path + "?topic=payments&limit=2"));
        assertThat(first.path("deadLetters").size()).isEqualTo(2);
        assertThat(first.path("deadLetters").get(0).path("reason").asString()).isEqualTo("HTTP 422");
        JsonNode next = json(
                get(path + "?topic=payments&limit=2&after=" + first.path("next").asLong()));
        assertThat(next.path("deadLetters").get(0).path("position").asLong()).isEqualTo(3);
        assertThat(next.has("next")).isFalse();

        HttpResponse<String> replayed = post(path + "/2/replay?topic=payments", "");
        assertThat(json(replayed).path("replayed").asLong()).isEqualTo(2);
        assertProblem(post(path + "/2/replay?topic=payments", ""), 404, "dead letter at position '2'");
    }

    @ParameterizedTest(name = "{0} {1} {2}: {3} {4}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "GET  | /Nobody                             |     | 404 | There is no publisher 'Nobody'.",
                "POST | /Nobody/pause                       |     | 404 | There is no publisher 'Nobody'.",
                "POST | /KafkaPublisher/pause?topic=x       |     | 400 | one of payments, wallet-events",
                "GET  | /LogPublisher?log=x                 |     | 400 | one of orders, wallet",
                "GET  | /KafkaPublisher?tpic=x              |     | 400 | one of the parameters",
                "POST | /KafkaPublisher/reset?position=soon |     | 400 | position: 'soon' is not allowed",
                "POST | /KafkaPublisher/reset?position=-1   |     | 400 | position: '-1' is not allowed",
                "POST | /KafkaPublisher/reset?position=1    | {\"position\":2} | 400 | to give it once",
                "POST | /KafkaPublisher/reset               | {\"from\":2} | 400 | one of the members",
                "POST | /LogPublisher/reset?position=1      |     | 400 | log: '' is not allowed; allowed is one of orders, wallet",
                "GET  | /KafkaPublisher/dead-letters        |     | 400 | topic: '' is not allowed; allowed is one of payments, wallet-events",
                "POST | /KafkaPublisher/dead-letters/x/replay?topic=payments | | 400 | a position, which is a whole number",
            })
    void whatCannotBeDoneIsSaid(String method, String path, @Nullable String body, int status, String detail)
            throws Exception {
        HttpResponse<String> answer = method.equals("GET")
                ? get(ALL + path)
                : post(ALL + path, Optional.ofNullable(body).orElse(""));

        assertProblem(answer, status, detail);
    }

    @Test
    void aDatabaseThatIsAwayHidesNothingOfTheOthers() throws Exception {
        wallet.away = true;

        JsonNode feeds = json(get(ALL));
        assertThat(feeds.get(0).path("problem").asString()).isEqualTo("the database is away");
        assertThat(feeds.get(0).path("status").isNull()).isTrue();
        assertThat(feeds.get(3).path("status").asString()).isEqualTo("ACTIVE");
        assertProblem(post(ALL + "/KafkaPublisher/pause", ""), 503, "the database is away");
    }

    @Test
    void ofALogThatIsNotFollowedYetItIsSaidWhy() throws Exception {
        wallet.missing = "Log wallet is not followed yet: no connection";

        assertThat(json(get(ALL)).size()).as("hides nothing of the others").isEqualTo(4);
        for (String path : List.of("?log=wallet", "/KafkaPublisher", "/leaders", "/backoff")) {
            assertProblem(get(ALL + path), 503, "Log wallet is not followed yet: no connection");
        }
        for (String path : List.of("/pause", "/resume", "/reset", "/dead-letters/1/replay?topic=payments")) {
            assertProblem(post(ALL + "/KafkaPublisher" + path, ""), 503, "Log wallet is not followed yet");
        }
        assertThat(wallet.actions).isEmpty();
        LOGS.remove(orders);
        assertProblem(get(ALL), 503, "Log wallet is not followed yet: no connection");
    }

    @Test
    void withoutLogsTheListIsEmptyAndWithoutATokenThereIsNone() throws Exception {
        LOGS.clear();

        assertThat(json(get(ALL)).size()).isZero();
        HttpResponse<String> refused =
                CLIENT.send(HttpRequest.newBuilder(uri(ALL)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(401);
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String detail) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(json(answer).path("detail").asString()).contains(detail);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JSON.readTree(answer.body());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return CLIENT.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        HttpRequest.Builder request = request(path).header(AuthenticationFilter.OPERATOR_HEADER, "alice");
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        return CLIENT.send(
                request.POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + TOKEN);
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + web.port() + path);
    }
}
