package dev.signalbox.sink.kafka;

/**
 * Why a producer was given up.
 *
 * @param outage whether nobody was being served by it, so that there is no point in sending anything again at once
 */
record ProducerRetirement(String reason, boolean outage) {}
