package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.net.URI;
import org.junit.jupiter.api.Test;

class OutcomeReasonsTest {
    private static final OutcomeReasons PLAIN = new OutcomeReasons(HttpSinkSettings.of(URI.create("http://host/")));

    @Test
    void areShortAndOnOneLine() {
        assertThat(PLAIN.word("x".repeat(10_000))).hasSize(500).endsWith("x…");
        assertThat(PLAIN.quote("\n  " + "x".repeat(10_000))).hasSize(200).endsWith("x…");
        assertThat(PLAIN.word("a\r\nb\u0000\u001b[31m\u2028\u202e\ud800z"))
                .isEqualTo("a\\u000d\\u000ab\\u0000\\u001b[31m\\u2028\\u202e\\ud800z");
        assertThat(PLAIN.word("😀".repeat(400))).hasSizeLessThanOrEqualTo(500).matches("(😀)+…");
        assertThat(PLAIN.word("é€😀")).isEqualTo("é€😀");
    }

    @Test
    void quoteABodyWithoutItsControlCharactersOrTheToken() throws Exception {
        String body = "denied\u0007: token s3cr3t-token is bad " + "y".repeat(1000);
        try (ScriptedServer server = ScriptedServer.answering("403 No", "", body);
                HttpSink sink = TestBatches.sink(TestBatches.withToken(server.uri(), "s3cr3t-token"))) {
            Outcome outcome = ((Answer.Whole) sink.send(TestBatches.of("1"))).outcome();
            assertThat(((Outcome.Unavailable) outcome).reason())
                    .startsWith("wrong endpoint or credential: HTTP 403: denied\\u0007: token *** is bad yyy")
                    .hasSizeLessThan(300);
        }
    }

    @Test
    void maskTheTokenInTheResultOfAnItem() throws Exception {
        String body = "{\"results\":[{\"status\":\"s3cr3t-token\",\"error\":\"bad s3cr3t-token\"}]}";
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", body);
                HttpSink sink = TestBatches.sink(TestBatches.withToken(server.uri(), "s3cr3t-token"))) {
            assertThat(((Answer.Each) sink.send(TestBatches.of("1"))).outcomes())
                    .containsExactly(new Outcome.Failed("item ***: bad ***"));
        }
    }

    @Test
    void maskWhatTheAddressHides() {
        OutcomeReasons outcomeReasons = new OutcomeReasons(
                HttpSinkSettings.of(URI.create("http://me:pass%20word@host/x?v=1&key=abc%2Fdef-ghi&flag")));
        assertThat(outcomeReasons.word("v 1: no /x?v=1&key=abc%2Fdef-ghi&flag; key abc/def-ghi, abc%2Fdef-ghi"))
                .isEqualTo("v 1: no /x?***; key ***, ***");
        assertThat(outcomeReasons.word("user me:pass%20word or me with pass word"))
                .isEqualTo("user *** or me with ***");
    }

    @Test
    void maskAMaskedTokenBesideAnotherOne() {
        OutcomeReasons outcomeReasons =
                new OutcomeReasons(TestBatches.withToken(URI.create("http://host/"), "t".repeat(300)));
        assertThat(outcomeReasons.quote("t".repeat(300) + " " + "t".repeat(300)))
                .isEqualTo("*** ***");
    }
}
