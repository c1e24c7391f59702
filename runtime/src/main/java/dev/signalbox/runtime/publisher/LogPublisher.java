package dev.signalbox.runtime.publisher;

import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.publisher.EventPublisher;
import dev.signalbox.core.publisher.PublishedEvent;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Logs each event in one line: its position, type, tags and size. Data may be secret, so the beginning of it appears
 * only at level DEBUG.
 */
public record LogPublisher(String topic, System.Logger log) implements EventPublisher {
    public static final String NAME = "LogPublisher";

    private static final int LONGEST_TYPE = 100;
    private static final int LONGEST_TAGS = 300;
    private static final int LONGEST_DATA = 500;

    public LogPublisher(String topic) {
        this(topic, System.getLogger(LogPublisher.class.getName()));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void publishBatch(List<PublishedEvent> events) {
        for (PublishedEvent event : events) {
            log.log(Level.INFO, () -> line(event));
            log.log(Level.DEBUG, () -> data(event));
        }
    }

    private String line(PublishedEvent event) {
        String type = LogLineText.beginning(event.type(), LONGEST_TYPE);
        String tags = LogLineText.beginning(String.join(", ", event.tags()), LONGEST_TAGS);
        return "%s: event %d %s [%s], %d bytes"
                .formatted(topic, event.position(), type, tags, event.payload().size());
    }

    private String data(PublishedEvent event) {
        return "%s: event %d has the data %s"
                .formatted(topic, event.position(), LogLineText.beginning(event.data(), LONGEST_DATA));
    }
}
