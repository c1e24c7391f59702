package dev.signalbox.runtime.config;

/** Where the program listens; port 0 takes any free one. */
public record HttpServerConfig(String address, int port) {}
