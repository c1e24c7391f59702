package dev.signalbox.server.web;

import static dev.signalbox.server.web.ApiProblems.assertProblem;
import static dev.signalbox.server.web.ApiProblems.fields;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.server.web.PlatformNode.Answer;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway.Init") // set before all tests
class PlatformProblemsTest {
    @AutoClose
    private static PlatformNode node;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        node = PlatformNode.start(folder, "");
    }

    @Test
    void aFaultIsOneError() throws Exception {
        assertThat(fields(node.post("/api/event-types", "7"))).containsExactly("");
        assertThat(fields(node.post("/api/event-types", "{'code':7}"))).containsExactly("code");
        assertThat(fields(node.post("/api/events", "{'type':'t','type':'t'}"))).containsExactly("type");
        assertThat(
                        fields(
                                node.post(
                                        "/api/subscriptions",
                                        "{'code':'s','target':'https://receiver.invalid/','eventTypes':[{'eventTypeCode':'t','eventTypeCode':'t'}]}")))
                .containsExactly("eventTypes[0].eventTypeCode");
        Answer batch = node.post(
                "/api/dispatch/jobs/batch",
                "[{'code':'c','targetUrl':'https://10.0.0.1/'},7,{'code':'c','targetUrl':'https://receiver.invalid/'},"
                        + "{'code':'c','targetUrl':'https://receiver.invalid/','dispatchPoolId':'0000000000001'},"
                        + "{'targetUrl':'https://receiver.invalid/'}]");
        assertThat(batch.status()).isEqualTo(422);
        assertThat(batch.json()
                        .path("errors")
                        .valueStream()
                        .map(error -> error.path("index").asInt()
                                + error.path("field").asString()))
                .containsExactly("0targetUrl", "1", "3dispatchPoolId", "4code");
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "text/html", "*", "application/json;q=x", "application/xml, ;;"})
    void anErrorIsADocumentWhateverIsAccepted(String accept) throws Exception {
        List<HttpRequest.Builder> requests = List.of(
                node.request("/api/event-types/0000000000001").GET(),
                node.request("/api/nothing").GET(),
                node.request("/api/event-types").PUT(HttpRequest.BodyPublishers.noBody()),
                node.request("/api/events").POST(HttpRequest.BodyPublishers.ofString("{")),
                node.request("/api/events").POST(HttpRequest.BodyPublishers.ofString("{}")),
                node.request("/api/events?page=x").GET());
        for (HttpRequest.Builder request : requests) {
            Answer answer = node.send(request.header("Accept", accept));
            assertProblem(answer, accept + " " + request.build());
        }
        assertThat(node.send(node.request("/api/event-types").GET().header("Accept", accept))
                        .status())
                .isIn(200, 406);
    }

    @Test
    void aRefusalNamesWhatIsAllowed() throws Exception {
        Answer list = node.post("/api/subscriptions", "{'eventTypes':[['x']],'whilePaused':'later'}");
        assertThat(list.response().body())
                .contains("must be the code of an event type, or an object", "must be one of [keep, drop]");
        assertThat(node.post("/api/events/batch?partial=yes", "[]").text("value"))
                .isEqualTo("yes");
        Answer compressed = node.send(node.request("/api/events")
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(compressed.status()).isEqualTo(415);
        assertThat(compressed.text("detail")).contains("Content-Encoding");
        assertThat(node.get("/api/events?page=49&size=200").status()).isEqualTo(200);
        assertThat(node.get("/api/events?page=50&size=200").status()).isEqualTo(400);
    }

    @Test
    void whatIsInUseIsNotDeleted() throws Exception {
        String pool = node.post("/api/dispatch-pools", "{'code':'in-use'}").text("id");
        String job = node.post(
                        "/api/dispatch/jobs",
                        "{'code':'c','targetUrl':'https://receiver.invalid/','scheduledFor':'"
                                + Instant.now().plus(Duration.ofDays(300)) + "','dispatchPoolId':'" + pool + "'}")
                .text("id");

        Answer refused = node.delete("/api/dispatch-pools/" + pool);

        assertProblem(refused, "delete");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("direct jobs that wait and use it: 1");
        node.post("/api/dispatch/jobs/" + job + "/cancel", "");
        assertThat(node.delete("/api/dispatch-pools/" + pool).status()).isEqualTo(204);
    }

    @Test
    void aJobThatIsTriedAgainByItselfIsNotRetried() throws Exception {
        String job = node.post(
                        "/api/dispatch/jobs",
                        "{'code':'c','targetUrl':'https://receiver.invalid/','scheduledFor':'"
                                + Instant.now().plus(Duration.ofDays(300)) + "'}")
                .text("id");
        node.execute(
                "UPDATE signalbox_platform.jobs SET status = 4, next_attempt_at = now() + interval '1 hour' WHERE id = "
                        + Tsid.from(job).toLong());

        Answer refused = node.post("/api/dispatch/jobs/" + job + "/retry", "");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("its status is ERROR, and it is tried again by itself at 20");
    }
}
