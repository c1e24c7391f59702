package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.signalbox.core.outcome.Outcome;

/** A message prepared for publishing, or a refusal. */
sealed interface PreparedMessage {
    /** A message that can be published. */
    @SuppressWarnings("ArrayRecordComponent") // The bytes themselves, not a copy; never compared.
    record Sendable(String id, String key, AMQP.BasicProperties properties, byte[] body) implements PreparedMessage {}

    /** A message that the broker would refuse every time. */
    record Refused(Outcome outcome) implements PreparedMessage {}
}
