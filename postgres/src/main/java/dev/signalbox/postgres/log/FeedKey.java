package dev.signalbox.postgres.log;

/** The topic and publisher that identify a feed. */
public record FeedKey(String topic, String publisher) {
    @Override
    public String toString() {
        return topic + "/" + publisher;
    }
}
