package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.signalbox.core.diagnostics.FailureLog;
import dev.signalbox.platform.StoreDeniedException;
import dev.signalbox.platform.StoreException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;

class PlatformProblemAdviceTest {
    private final AtomicLong now = new AtomicLong();
    private final PlatformProblemAdvice advice = new PlatformProblemAdvice(new ProblemAdvice(), now::get);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(FailureLog.class);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
    }

    @Test
    void anOutageOfTheDatabaseIsLoggedAtALimitedRateHoweverManyRequestsFail() {
        for (int i = 0; i < 600; i++) {
            assertThat(advice.database(new StoreException("no connection"), HttpMethod.POST)
                            .getStatusCode()
                            .value())
                    .isEqualTo(503);
            advice.denied(new StoreDeniedException("no right"));
            now.addAndGet(Duration.ofMillis(100).toNanos());
        }

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .hasSizeBetween(2, 6)
                .anySatisfy(line -> assertThat(line).contains("not answered by the database: no connection"))
                .anySatisfy(line -> assertThat(line).contains("refused by the database: no right"))
                .anySatisfy(line -> assertThat(line).contains("times so far"));
    }
}
