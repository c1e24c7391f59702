package dev.signalbox.runtime.config;

/** Where the program listens; port 0 takes any free one. */
public record HttpConfig(String address, int port) {}
