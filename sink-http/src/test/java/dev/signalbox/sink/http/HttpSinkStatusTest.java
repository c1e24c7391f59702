package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.RetryAfter;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpSinkStatusTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Delivered   | 200 201 202 203 204 206 207 226 299
                    Rejected    | 400 409 412 416 418 422 428 451 499
                    TooLarge    | 413
                    Failed      | 408 500 501 505 507 508 510 511 520 599
                    Postponed   | 423 424 425
                    Throttled   | 429 502 503 504
                    Unavailable | 300 301 302 303 304 305 307 308
                    Unavailable | 401 402 403 404 405 406 407 410 411 414 415 417 421 426 431
                    """)
    void mapsEachStatus(String outcome, String statuses) throws Exception {
        for (String status : statuses.split(" ", -1)) {
            boolean bodiless = status.equals("204") || status.equals("304");
            String headers = "Location: http://127.0.0.1:1/elsewhere\r\n";
            try (ScriptedServer server = ScriptedServer.answering(status + " Said", headers, bodiless ? "" : "why");
                    HttpSink sink = TestBatches.sink(server.uri())) {
                Answer.Whole answer = (Answer.Whole) sink.send(TestBatches.of("1", "2"));
                assertThat(answer.outcome().getClass().getSimpleName())
                        .as(status)
                        .isEqualTo(outcome);
                if (!outcome.equals("Delivered")) {
                    assertThat(answer.toString()).contains("HTTP " + status + (bodiless ? "" : ": why"));
                }
                if (outcome.equals("Unavailable")) {
                    assertThat(answer.toString()).contains("wrong endpoint or credential");
                }
                assertThat(server.requests)
                        .as("neither redirected nor repeated")
                        .hasSize(1);
            }
        }
    }

    @Test
    void ignoresInterimResponses() throws Exception {
        try (ScriptedServer server = ScriptedServer.requests((socket, request) -> {
                    ScriptedServer.write(socket, "HTTP/1.1 102 Processing\r\n\r\n");
                    socket.getOutputStream().write(ScriptedServer.response("422 No", "", ""));
                    return true;
                });
                HttpSink sink = TestBatches.sink(server.uri())) {
            assertThat(sink.send(TestBatches.of("1"))).isEqualTo(new Answer.Whole(new Outcome.Rejected("HTTP 422")));
        }
    }

    @Test
    void honoursRetryAfter() throws Exception {
        for (String status : new String[] {"429", "502", "503", "504"}) {
            try (ScriptedServer server = ScriptedServer.answering(status + " Later", "Retry-After: 7\r\n", "");
                    HttpSink sink = TestBatches.sink(server.uri())) {
                assertThat(sink.send(TestBatches.of("1")))
                        .isEqualTo(new Answer.Whole(new Outcome.Throttled("HTTP " + status, Duration.ofSeconds(7))));
            }
        }
        try (ScriptedServer server = ScriptedServer.answering("503 Later", "", "");
                HttpSink sink = TestBatches.sink(server.uri())) {
            assertThat(sink.send(TestBatches.of("1")))
                    .isEqualTo(new Answer.Whole(new Outcome.Throttled("HTTP 503", null)));
        }
    }

    @Test
    void waitsAtLeastASecondForWhatIsLockedFailedOrTooEarly() throws Exception {
        for (String status : new String[] {"423", "424", "425"}) {
            for (var header : Map.of("", 1, "Retry-After: 0\r\n", 1, "Retry-After: 7\r\n", 7)
                    .entrySet()) {
                try (ScriptedServer server = ScriptedServer.answering(status + " Later", header.getKey(), "");
                        HttpSink sink = TestBatches.sink(server.uri())) {
                    assertThat(sink.send(TestBatches.of("1")))
                            .isEqualTo(new Answer.Whole(
                                    new Outcome.Postponed("HTTP " + status, Duration.ofSeconds(header.getValue()))));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "ignored", textBlock = """
                    0                               | PT0S
                    5                               | PT5S
                    ' 5 '                           | PT5S
                    0000000000000000005             | PT5S
                    60                              | PT1M
                    61                              | PT1M
                    1000000000                      | PT1M
                    99999999999999999999999999      | PT1M
                    -5                              | ignored
                    +5                              | ignored
                    1.5                             | ignored
                    soon                            | ignored
                    ''                              | ignored
                    ٥                               | ignored
                    Sun, 01 Mar 2026 12:00:20 GMT   | PT20S
                    sun, 01 mar 2026 12:00:20 gmt   | PT20S
                    Sunday, 01-Mar-26 12:00:20 GMT  | PT20S
                    Sun Mar  1 12:00:20 2026        | PT20S
                    Sun, 01 Mar 2026 11:59:00 GMT   | PT0S
                    Sunday, 06-Nov-94 08:49:37 GMT  | PT0S
                    Fri, 31 Dec 9999 23:59:59 GMT   | PT1M
                    Mon, 01 Mar 2026 12:00:20 GMT   | ignored
                    Sun, 99 Mar 2026 12:00:20 GMT   | ignored
                    2026-03-01T12:00:20Z            | ignored
                    """)
    void readsRetryAfter(String header, Duration expected) {
        assertThat(RetryAfter.parse(header, TestBatches.NOW, Duration.ofMinutes(1)))
                .isEqualTo(expected);
    }
}
