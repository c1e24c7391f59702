package dev.signalbox.sink.kafka;

/**
 * Settings of a feed's transactions.
 *
 * @param id Kafka's {@code transactional.id}, the same on every node, and the key of the feed's checkpoints
 * @param cursorTopic the compacted topic of the checkpoints
 */
public record TransactionSettings(String id, String cursorTopic) {
    public TransactionSettings {
        String fault = TopicTemplate.fault(cursorTopic);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
    }
}
