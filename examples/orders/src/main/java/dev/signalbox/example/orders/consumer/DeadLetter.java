package dev.signalbox.example.orders.consumer;

import java.time.Instant;

/** A dead letter, with the topic, partition and offset of its Kafka record. */
public record DeadLetter(String topic, int partition, long offset, String reason, Instant since) {}
