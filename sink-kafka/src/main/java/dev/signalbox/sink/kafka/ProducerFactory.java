package dev.signalbox.sink.kafka;

import java.util.Map;
import org.apache.kafka.clients.producer.Producer;

/** Makes a producer; the tests make some that fail as no real broker can be made to. */
interface ProducerFactory {
    Producer<byte[], byte[]> create(Map<String, Object> settings);
}
