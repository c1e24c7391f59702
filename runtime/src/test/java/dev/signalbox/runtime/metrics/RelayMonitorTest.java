package dev.signalbox.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.time.Clock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator reads about outages. */
class RelayMonitorTest {
    private final Logger logger = Logger.getLogger(RelayMonitor.class.getName());
    private final List<String> lines = new ArrayList<>();
    private final RelayMonitor monitor = new RelayMonitor(new SimpleMeterRegistry(), "r", Clock.SYSTEM);
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(new SimpleFormatter().formatMessage(record));
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

    @Test
    void theOnlyDestinationNeedsNoName() {
        monitor.circuitOpened(0, "HTTP 503");
        monitor.circuitClosed(0);

        assertThat(lines)
                .containsExactly(
                        "relay r: the destination is unavailable: HTTP 503", "relay r: the destination is back");
    }

    @Test
    void oneOfManyOutletsIsNamed() {
        monitor.nameOutlets(outlet -> "subscription s" + outlet);

        monitor.circuitOpened(7, "HTTP 503");
        monitor.circuitClosed(7);

        assertThat(lines)
                .containsExactly(
                        "relay r: deliveries of subscription s7 wait: HTTP 503",
                        "relay r: deliveries of subscription s7 go on");
    }
}
