package dev.signalbox.sink.kafka;

import java.util.Map;
import org.apache.kafka.clients.producer.Producer;

/** Creates producers; tests supply ones that fail in ways a real broker cannot be made to. */
interface ProducerFactory {
    Producer<byte[], byte[]> create(Map<String, Object> settings);
}
