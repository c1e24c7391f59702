package dev.signalbox.runtime.config;

/** The address and port that the program listens on; port 0 takes any free port. */
public record HttpServerConfig(String address, int port) {}
