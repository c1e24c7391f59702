package dev.signalbox.demo.examples;

/**
 * What the nodes' configuration file needs to deliver an example's events, indented for the file.
 *
 * @param source its lines below {@code signalbox.sources}
 * @param sink its lines below {@code signalbox.sinks}
 * @param relay its lines below {@code signalbox.relays}
 */
public record RelayConfiguration(String source, String sink, String relay) {}
