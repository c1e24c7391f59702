package dev.signalbox.core.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Failures are logged, and not too often. */
class FailureLogTest {
    private final Logger logger = Logger.getLogger(FailureLog.class.getName());
    private final List<String> lines = new ArrayList<>();
    private final FailureLog failureLog = new FailureLog("claiming failed");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(new java.util.logging.SimpleFormatter().formatMessage(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }

    @Test
    void isSaidWhenItBeginsAndWhenItIsOver() {
        failureLog.raise("connection refused", 0);
        failureLog.raise("connection refused", seconds(1));
        failureLog.over();
        failureLog.over();

        assertThat(lines)
                .containsExactly(
                        "claiming failed: connection refused", "claiming failed: works again after 2 failures");
    }

    @Test
    void isSaidOnceInAWhileAsLongAsItLasts() {
        for (int i = 0; i < 600; i++) {
            failureLog.raise("connection refused", seconds(i * 0.1));
        }

        assertThat(lines).hasSize(2);
        assertThat(lines.getLast()).isEqualTo("claiming failed: connection refused (301 times so far)");
    }

    @Test
    void whatComesAndGoesIsNotSaidEachTime() {
        for (int i = 0; i < 600; i++) {
            failureLog.raise("deadlock", seconds(i * 0.1));
            failureLog.over();
        }

        assertThat(lines).hasSize(4);
    }
}
