package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.signalbox.core.outcome.Outcome;

/** A message prepared for publishing, or a refusal. */
sealed interface PreparedMessage {
    /** A message that can be published. */
    final class Sendable implements PreparedMessage {
        private final String id;
        private final String key;
        private final AMQP.BasicProperties properties;
        private final byte[] body;

        Sendable(String id, String key, AMQP.BasicProperties properties, byte[] body) {
            this.id = id;
            this.key = key;
            this.properties = properties;
            this.body = body;
        }

        String id() {
            return id;
        }

        String key() {
            return key;
        }

        AMQP.BasicProperties properties() {
            return properties;
        }

        /** The bytes themselves, not a copy. */
        byte[] body() {
            return body;
        }
    }

    /** A message that the broker would refuse every time. */
    record Refused(Outcome outcome) implements PreparedMessage {}
}
