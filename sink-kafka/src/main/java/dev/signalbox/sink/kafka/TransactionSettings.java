package dev.signalbox.sink.kafka;

/**
 * What a pair's transactions go by.
 *
 * @param id Kafka's {@code transactional.id}, the same on every node, and the key of the pair's notes
 * @param cursorTopic the compacted topic of the notes
 */
public record TransactionSettings(String id, String cursorTopic) {
    /** @throws IllegalArgumentException if it is no topic's name */
    public TransactionSettings {
        String fault = TopicNameRules.fault(cursorTopic);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
    }
}
