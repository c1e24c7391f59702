package dev.signalbox.runtime.sink.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSinkTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private static Message message(
            String id,
            @Nullable String group,
            String payload,
            @Nullable EventMetadata eventMetadata,
            Map<String, String> headers) {
        return new Message(
                id,
                group,
                0,
                "OrderPlaced",
                Payload.of(payload),
                0,
                NOW,
                new Claim(1, NOW),
                Suspicion.NONE,
                eventMetadata,
                headers);
    }

    private static LogSink sink(LineOutput output, boolean contents) {
        return new LogSink(
                output,
                new LogSink.Settings(new SinkLimits(100, 1 << 20), contents, Duration.ofSeconds(5)),
                Clock.SYSTEM);
    }

    @Test
    void aLineSaysWhatAMessageIsAndHidesWhatIsInIt() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (LogSink sink = sink(new StandardOutput(new PrintStream(out, false, StandardCharsets.UTF_8)), false)) {
            Answer answer = sink.send(List.of(
                    message("1", "order 7", "{\"secret\":1}", null, Map.of("token", "s3cret")),
                    message("2", null, "{}", new EventMetadata(17, 1, List.of("a=b")), Map.of())));
            assertThat(answer).isEqualTo(Answer.DELIVERED);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("""
                id=1 group="order 7" type=OrderPlaced created=2026-03-01T12:00:00Z bytes=12
                id=2 type=OrderPlaced created=2026-03-01T12:00:00Z position=17 tags="[a=b]" bytes=2
                """);
    }

    @Test
    void thePayloadIsShownIfItIsAskedForAndForgesNoLine() {
        Message message = message("a\nid=b", "g", "{\"x\": \"\u0007\n\"}", null, Map.of("h", "v"));

        assertThat(MessageLine.of(message, true))
                .isEqualTo("id=\"a\\\\u000aid=b\" group=g type=OrderPlaced created=2026-03-01T12:00:00Z bytes=11"
                        + " header=\"h: v\" payload=\"{\\\"x\\\": \\\"\\\\u0007\\\\u000a\\\"}\"");
    }

    @Test
    void aFailureInTheMiddleOfABatchSaysWhichLinesWereWritten() throws Exception {
        LineOutput full = new LineOutput() {
            @Override
            public String name() {
                return "full";
            }

            @Override
            public void write(ByteBuffer lines) throws IOException {
                lines.position(lines.limit() - 3);
                throw new IOException("no space left on device");
            }

            @Override
            public void close() {}
        };
        try (LogSink sink = sink(full, false)) {
            Answer.Each answer = (Answer.Each) sink.send(
                    List.of(message("1", null, "{}", null, Map.of()), message("2", null, "{}", null, Map.of())));
            assertThat(answer.outcomes().get(0)).isEqualTo(Outcome.DELIVERED);
            assertThat(answer.outcomes().get(1))
                    .isInstanceOfSatisfying(
                            Outcome.Unavailable.class,
                            outcome -> assertThat(outcome.reason()).contains("full", "no space left"));
        }
    }

    @Test
    void aFileIsAppendedToAndFoundAgainWhenItsDirectoryIsBack() throws Exception {
        Path file = folder.resolve("logs").resolve("messages.log");
        List<Message> batch = List.of(message("1", null, "{}", null, Map.of()));
        try (LogSink sink = sink(new FileOutput(file), false)) {
            assertThat(((Answer.Each) sink.send(batch)).outcomes().getFirst()).isInstanceOf(Outcome.Unavailable.class);
            Files.createDirectory(file.getParent());
            Files.writeString(file, "earlier\n");
            assertThat(sink.send(batch)).isEqualTo(Answer.DELIVERED);
        }
        assertThat(Files.readAllLines(file)).hasSize(2).first().isEqualTo("earlier");
    }
}
