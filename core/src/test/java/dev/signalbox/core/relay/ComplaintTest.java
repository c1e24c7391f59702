package dev.signalbox.core.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trouble is said, and not too often. */
class ComplaintTest {
    private final Logger logger = Logger.getLogger(Complaint.class.getName());
    private final List<String> lines = new ArrayList<>();
    private final Complaint complaint = new Complaint("claiming failed");
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
        complaint.raise("connection refused", 0);
        complaint.raise("connection refused", seconds(1));
        complaint.over();
        complaint.over();

        assertThat(lines)
                .containsExactly(
                        "claiming failed: connection refused", "claiming failed: works again after 2 failures");
    }

    @Test
    void isSaidOnceInAWhileAsLongAsItLasts() {
        for (int i = 0; i < 600; i++) {
            complaint.raise("connection refused", seconds(i * 0.1));
        }

        assertThat(lines).hasSize(2);
        assertThat(lines.getLast()).isEqualTo("claiming failed: connection refused (301 times so far)");
    }

    @Test
    void whatComesAndGoesIsNotSaidEachTime() {
        for (int i = 0; i < 600; i++) {
            complaint.raise("deadlock", seconds(i * 0.1));
            complaint.over();
        }

        assertThat(lines).hasSize(4);
    }
}
