package dev.signalbox.example.orders.consumer;

import java.time.Instant;

/** A record that was set aside. Topic, partition and offset say where it is in Kafka. */
public record DeadLetter(String topic, int partition, long offset, String reason, Instant since) {}
