package dev.signalbox.postgres.log;

/** A topic's publisher. */
public record FeedKey(String topic, String publisher) {
    @Override
    public String toString() {
        return topic + "/" + publisher;
    }
}
