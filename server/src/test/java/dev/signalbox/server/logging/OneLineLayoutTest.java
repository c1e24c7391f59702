package dev.signalbox.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OneLineLayoutTest {
    @Test
    void aValueCannotForgeALine() {
        for (boolean terminal : new boolean[] {true, false}) {
            String line = new OneLineLayout(terminal)
                    .doLayout(event(Level.WARN, "id a\r\nlevel=ERROR \u001b[31m \u2028 \"x\"", null));

            assertThat(line.lines()).hasSize(1);
            assertThat(line).contains("a\\r\\nlevel=ERROR").contains("\\u001b").doesNotContain("\u2028");
        }
    }

    @Test
    void linesForProgramsAreKeysAndValues() {
        String line = new OneLineLayout(false).doLayout(event(Level.INFO, "says \"hello\"", null));

        assertThat(line).matches("time=\\S+Z level=INFO logger=\"test\" msg=\"says \\\\\"hello\\\\\"\"\n");
    }

    @Test
    void anErrorIsShortUnlessItIsAFaultOfTheProgram() {
        Exception error =
                new IllegalStateException("outer", new IllegalArgumentException("at jdbc:x?password=hunter2"));

        String warning = new OneLineLayout(false).doLayout(event(Level.WARN, "w", error));
        assertThat(warning)
                .contains(
                        "error=\"IllegalStateException: outer; caused by IllegalArgumentException: at jdbc:x?password=******\"")
                .doesNotContain("stack=");
        assertThat(new OneLineLayout(false)
                        .doLayout(event(Level.ERROR, "e", error))
                        .lines())
                .singleElement()
                .asString()
                .contains("stack=");
    }

    @Test
    void aStackTraceIsMaskedAndEscapedLikeItsMessage() {
        Exception error = new IllegalStateException(
                "one\n00:00:00.000 ERROR forged",
                new IllegalArgumentException("at jdbc:x?password=hunter2\n\u001b[2J"));

        String readable = new OneLineLayout(true).doLayout(event(Level.ERROR, "e", error));
        assertThat(readable.lines())
                .anyMatch(line -> line.startsWith("java.lang.IllegalStateException: one\\n00:00:00.000"))
                .anyMatch(line ->
                        line.startsWith("Caused by: java.lang.IllegalArgumentException: at jdbc:x?password=******"))
                .anyMatch(line -> line.startsWith("\tat " + OneLineLayoutTest.class.getName()))
                .noneMatch(line -> line.startsWith("00:00:00.000 ERROR forged"));
        assertThat(readable).doesNotContain("hunter2", "\u001b");
        assertThat(new OneLineLayout(false).doLayout(event(Level.ERROR, "e", error)))
                .contains("stack=\"java.lang.IllegalStateException")
                .doesNotContain("hunter2", "\u001b");
    }

    @Test
    void whatTheLibrariesLogReachesTheSamePlace() {
        Logger logger = (Logger) LoggerFactory.getLogger("dev.signalbox.core.relay.Probe");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            System.getLogger("dev.signalbox.core.relay.Probe")
                    .log(System.Logger.Level.INFO, "relay {0} began", "events");

            assertThat(lines.list).singleElement().satisfies(event -> {
                assertThat(event.getFormattedMessage()).isEqualTo("relay events began");
                assertThat(event.getLevel()).isEqualTo(Level.INFO);
            });
        } finally {
            logger.detachAppender(lines);
        }
    }

    private static LoggingEvent event(Level level, String message, @Nullable Throwable error) {
        LoggerContext context = new LoggerContext();
        return new LoggingEvent("x", context.getLogger("test"), level, message, error, null);
    }
}
