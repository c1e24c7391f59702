package dev.signalbox.sink.kafka;

/**
 * Why a producer was retired.
 *
 * @param outage whether the producer completed no records at all, so that sending again at once is pointless
 */
record ProducerRetirement(String reason, boolean outage) {}
