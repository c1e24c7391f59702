package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSinkItemResultsTest {
    private static final List<Message> ABC =
            TestBatches.of("{\"id\":\"a\"}", "{\"x\":{\"id\":\"a\"},\"id\":\"b\"}", "{\"id\":\"c\"}");

    private static Answer answer(String body, List<Message> batch) throws Exception {
        return answer(body, MessageFormat.PAYLOAD, batch);
    }

    private static Answer answer(String body, MessageFormat format, List<Message> batch) throws Exception {
        try (ScriptedServer server =
                        ScriptedServer.answering("207 Multi-Status", "Content-Type: application/json\r\n", body);
                HttpSink sink =
                        TestBatches.sink(HttpSinkSettings.of(server.uri()).withFormat(format))) {
            return sink.send(batch);
        }
    }

    /** One letter for each message: Delivered, Rejected, Failed. */
    private static String letters(Answer answer) {
        return ((Answer.Each) answer)
                .outcomes().stream()
                        .map(outcome -> outcome.getClass().getSimpleName().substring(0, 1))
                        .reduce("", String::concat);
    }

    private static String results(String... items) {
        return "{\"results\":[" + String.join(",", items) + "],\"took\":[{}]}";
    }

    private static String item(String id, String status) {
        return "{\"id\":%s,\"status\":%s}".formatted(id, status);
    }

    @Test
    void settlesEachItemByTheIdInItsPayloadWhateverTheOrder() throws Exception {
        Answer answer =
                answer(results(item("\"c\"", "201"), item("\"a\"", "\"ok\""), item("\"b\"", "\"failed\"")), ABC);
        assertThat(letters(answer)).isEqualTo("DFD");
    }

    @Test
    void matchesNumbersAndTheRowsId() throws Exception {
        List<Message> batch = TestBatches.of("{\"id\":42}", "{\"id\":null}", "[1]", "{\"id\":1,\"id\":7}");
        Answer answer = answer(
                results(item("\"row-2\"", "422"), item("42", "500"), item("\"row-1\"", "200"), item("\"7\"", "400")),
                batch);
        assertThat(letters(answer)).isEqualTo("FDRR");
    }

    @Test
    void findsTheIdAmongMembersOfAnySize() throws Exception {
        String large = "{\"%s\":%s,\"s\":\"%s\",\"d\":%s,\"id\":\"z\"}"
                .formatted(
                        "k".repeat(200_000),
                        "9".repeat(200_000),
                        "\\ud800".repeat(200_000),
                        "[".repeat(511) + "]".repeat(511));
        List<Message> batch = TestBatches.of("{\"id\":\"a\"}", large);
        assertThat(letters(answer(results(item("\"z\"", "400"), item("\"a\"", "200")), batch)))
                .isEqualTo("DR");
    }

    @Test
    void matchesByPositionOnlyIfThereIsOneResultForEach() throws Exception {
        assertThat(letters(answer(results("{\"status\":200}", "{\"status\":400}", "{\"error\":\"x\"}"), ABC)))
                .isEqualTo("DRF");
        assertThat(letters(answer(results(item("\"n1\"", "400"), item("\"n2\"", "200"), item("\"n3\"", "500")), ABC)))
                .isEqualTo("RDF");
        assertThat(letters(answer(results("{\"status\":200}", "{\"status\":200}"), ABC)))
                .isEqualTo("FFF");
    }

    @Test
    void failsWhatTheResultsDoNotMention() throws Exception {
        Answer.Each answer = (Answer.Each) answer(results(item("\"b\"", "200")), ABC);
        assertThat(letters(answer)).isEqualTo("FDF");
        assertThat(answer.outcomes().getFirst())
                .isEqualTo(new Outcome.Failed("HTTP 207: the answer's results do not mention it"));
    }

    @Test
    void isNotConfusedByIdsThatOccurTwice() throws Exception {
        List<Message> twins = TestBatches.of("{\"id\":\"a\"}", "{\"id\":\"a\"}", "{\"id\":\"b\"}");
        assertThat(letters(answer(results(item("\"b\"", "200"), item("\"a\"", "200"), item("\"a\"", "400")), twins)))
                .as("one to one")
                .isEqualTo("DRD");
        assertThat(letters(answer(results(item("\"a\"", "200"), item("\"b\"", "200")), twins)))
                .as("one for both")
                .isEqualTo("DDD");
        assertThat(letters(answer(results(item("\"a\"", "200"), item("\"a\"", "500"), item("\"b\"", "200")), ABC)))
                .as("two for one: the worse one counts")
                .isEqualTo("FDF");
    }

    @Test
    void prefersThePayloadsIdToTheRowsId() throws Exception {
        List<Message> crossed = TestBatches.of("{\"id\":\"row-1\"}", "{\"id\":\"row-0\"}");
        assertThat(letters(answer(results(item("\"row-0\"", "400"), item("\"row-1\"", "200")), crossed)))
                .isEqualTo("DR");
    }

    static List<MessageFormat> formatsWithTheId() {
        return List.of(MessageFormat.ENVELOPE, new CloudEventFormat("/shop", "application/json"));
    }

    @ParameterizedTest
    @MethodSource("formatsWithTheId")
    void matchesByTheIdOfTheMessageAloneIfItIsSent(MessageFormat format) throws Exception {
        List<Message> crossed = TestBatches.of("{\"id\":\"row-1\"}", "{\"id\":\"row-0\"}", "{\"id\":\"c\"}");
        assertThat(letters(answer(
                        results(item("\"row-2\"", "500"), item("\"row-0\"", "400"), item("\"row-1\"", "200")),
                        format,
                        crossed)))
                .isEqualTo("RDF");
        assertThat(letters(answer(results(item("\"c\"", "400")), format, crossed)))
                .as("an id in the data is none of the message")
                .isEqualTo("FFF");
        assertThat(letters(
                        answer(results("{\"status\":200}", "{\"status\":500}", "{\"status\":400}"), format, crossed)))
                .as("by their places")
                .isEqualTo("DFR");
        List<Message> events = List.of(TestBatches.event(7, "{\"id\":8}"), TestBatches.event(8, "{\"id\":7}"));
        assertThat(letters(answer(results(item("8", "400"), item("\"7\"", "200")), format, events)))
                .isEqualTo("DR");
    }

    @Test
    void matchesEventsByTheirPosition() throws Exception {
        List<Message> events = List.of(
                TestBatches.event(7, "{\"id\":8}"), TestBatches.event(8, "{\"id\":7}"), TestBatches.event(9, "{}"));
        assertThat(letters(answer(results(item("9", "500"), item("\"8\"", "400"), item("7", "200")), events)))
                .as("called id, whatever the data's own id says")
                .isEqualTo("DRF");
        assertThat(letters(answer(
                        results(
                                "{\"position\":9,\"status\":500}",
                                "{\"position\":\"8\",\"id\":7,\"status\":400}",
                                "{\"id\":\"receiver-1\",\"position\":7}"),
                        events)))
                .as("called position, beside an id of the receiver's own")
                .isEqualTo("DRF");
        assertThat(letters(answer(results("{\"position\":8}"), events)))
                .as("not mentioned")
                .isEqualTo("FDF");
        assertThat(letters(answer(results("{\"status\":200}", "{\"status\":500}", "{\"status\":400}"), events)))
                .as("by their places")
                .isEqualTo("DFR");
    }

    @Test
    void doesNotTakeThePositionThatAResultNamesForARowsId() throws Exception {
        List<Message> rows = TestBatches.of("{\"id\":1}", "{\"id\":0}");
        assertThat(letters(
                        answer(results("{\"position\":0,\"id\":1,\"status\":400}", "{\"position\":1,\"id\":0}"), rows)))
                .isEqualTo("RD");
    }

    @Test
    void joinsResultsWithTheRejectionOfInvalidPayloads() throws Exception {
        List<Message> batch = new ArrayList<>(ABC);
        batch.add(1, TestBatches.of("{").getFirst());
        Answer answer = answer(results("{\"status\":200}", "{\"status\":500}", "{\"status\":200}"), batch);
        assertThat(letters(answer)).isEqualTo("DRFD");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    "status":"OK"                            | Delivered
                    "status":"Success"                       | Delivered
                    "status":"accepted"                      | Delivered
                    "status":"created"                       | Delivered
                    "status":"duplicate"                     | Delivered
                    "status":"201"                           | Delivered
                    "status":200,"error":null                | Delivered
                    "status":200,"error":""                  | Delivered
                    "error":{ }                              | Delivered
                    "status":true                            | Delivered
                    "error":null                             | Delivered
                    "more":{"error":"x","status":500}        | Delivered
                    "status":200,"error":"x"                 | Failed
                    "status":"ok","error":{"code":1}         | Failed
                    "status":"pending"                       | Failed
                    "status":"error"                         | Failed
                    "status":false                           | Failed
                    "status":{}                              | Failed
                    "status":0                               | Failed
                    "status":-200                            | Failed
                    "status":2e2                             | Failed
                    "status":99999999999999999999            | Failed
                    "status":302                             | Failed
                    "status":408                             | Failed
                    "status":423                             | Postponed
                    "status":"424","error":"x"               | Postponed
                    "status":425                             | Postponed
                    "status":429                             | Postponed
                    "status":503                             | Failed
                    "error":"x"                              | Failed
                    "error":["x"]                            | Failed
                    "status":400                             | Rejected
                    "status":"422"                           | Rejected
                    "status":409,"error":"x"                 | Rejected
                    "status":"INVALID"                       | Rejected
                    "status":"rejected","error":"x"          | Rejected
                    """)
    void readsStatusAndError(String members, String expected) throws Exception {
        Answer.Each answer = (Answer.Each) answer(results("{" + members + ",\"id\":\"a\"}"), ABC.subList(0, 1));
        assertThat(answer.outcomes().getFirst().getClass().getSimpleName()).isEqualTo(expected);
    }

    @Test
    void postponesAnItemForAsLongAsTheResponseAsks() throws Exception {
        String headers = "Content-Type: application/json\r\nRetry-After: 20\r\n";
        String body = results(item("\"a\"", "429"), item("\"b\"", "200"), item("\"c\"", "424"));
        try (ScriptedServer server = ScriptedServer.answering("207 Multi-Status", headers, body);
                HttpSink sink = TestBatches.sink(server.uri())) {
            assertThat(sink.send(ABC))
                    .isEqualTo(new Answer.Each(List.of(
                            new Outcome.Postponed("item 429", Duration.ofSeconds(20)),
                            Outcome.DELIVERED,
                            new Outcome.Postponed("item 424", Duration.ofSeconds(20)))));
        }
    }

    @Test
    void tellsTheReasonOfAnItem() throws Exception {
        Answer.Each answer = (Answer.Each) answer(
                results("{\"id\":\"a\",\"status\":422,\"error\":{\"code\": \"E1\",\n\"at\":\"é\"}}"),
                ABC.subList(0, 1));
        assertThat(answer.outcomes())
                .containsExactly(new Outcome.Rejected("item 422: {\"code\": \"E1\",\\u000a\"at\":\"é\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "OK", "{\"count\":3}", "{\"count\":3,\"events\":[{\"id\":\"a\",\"error\":\"x\"}]}",
                        "{\"results\":null}",
                "{\"results\":[]}", "{\"results\":{\"a\":1}}", "{\"results\"", "[{\"id\":\"a\",\"error\":\"x\"}]",
                        "null",
                "<html>", "{\"nested\":{\"results\":[{\"id\":\"a\",\"error\":\"x\"}]}}"
            })
    void takesAnAnswerWithoutResultsForASuccess(String body) throws Exception {
        assertThat(answer(body, ABC)).isEqualTo(Answer.DELIVERED);
    }

    @Test
    void survivesAnAnswerThatIsNestedVeryDeeply() throws Exception {
        assertThat(answer("{\"a\":" + "[".repeat(100_000), ABC)).isEqualTo(Answer.DELIVERED);
    }

    @Test
    void ignoresResultsInAnAnswerThatIsNoSuccess() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("500 Oops", "", results(item("\"a\"", "200")));
                HttpSink sink = TestBatches.sink(server.uri())) {
            assertThat(((Answer.Whole) sink.send(ABC)).outcome()).isInstanceOf(Outcome.Failed.class);
        }
    }
}
