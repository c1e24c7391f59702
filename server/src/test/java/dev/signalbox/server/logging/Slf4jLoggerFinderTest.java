package dev.signalbox.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** System.Logger messages in the program's log. */
class Slf4jLoggerFinderTest {
    private static final String NAME = "test.platform";

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger target = (Logger) LoggerFactory.getLogger(NAME);
    private final System.Logger log = System.getLogger(NAME);

    @BeforeEach
    void listen() {
        lines.start();
        target.setLevel(Level.INFO);
        target.setAdditive(false);
        target.addAppender(lines);
    }

    @AfterEach
    void leave() {
        target.detachAppender(lines);
        target.setAdditive(true);
        target.setLevel(null);
    }

    @Test
    void partsAreFilledInOnce() {
        log.log(System.Logger.Level.WARNING, "{0}: HTTP 503: {1}", "orders", "{} and {0}");
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("orders: HTTP 503: {} and {0}");
        assertThat(lines.list.getFirst().getLevel()).isEqualTo(Level.WARN);
    }

    @Test
    void aTextWithoutPartsIsLeftAsItIs() {
        log.log(System.Logger.Level.INFO, "it's {not a format}");
        assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage).containsExactly("it's {not a format}");
    }

    @Test
    void numbersAreWrittenAsTheyAre() {
        log.log(System.Logger.Level.INFO, "position {0}", 4711L);
        assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage).containsExactly("position 4711");
    }

    @Test
    void aNumberMayBeFormatted() {
        log.log(System.Logger.Level.INFO, "{0} port {1,number,#} {2,choice,0#none|1#one}", "a", 8080, 1);
        assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage).containsExactly("a port 8080 one");
    }

    @Test
    void theCauseComesAlong() {
        log.log(System.Logger.Level.ERROR, "broken {}", new IllegalStateException("so"));
        assertThat(lines.list.getFirst().getFormattedMessage()).isEqualTo("broken {}");
        assertThat(lines.list.getFirst().getThrowableProxy().getMessage()).isEqualTo("so");
    }

    @Test
    void whatIsNotWantedIsNotWritten() {
        log.log(System.Logger.Level.DEBUG, "detail {0}", 1);
        assertThat(log.isLoggable(System.Logger.Level.DEBUG)).isFalse();
        assertThat(log.isLoggable(System.Logger.Level.OFF)).isFalse();
        assertThat(lines.list).isEmpty();
    }
}
