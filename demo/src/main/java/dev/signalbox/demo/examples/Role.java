package dev.signalbox.demo.examples;

import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.net.URI;

/**
 * What a program of an example is, before it is started.
 *
 * @param argument by which the example's jar knows it
 * @param title how people call it
 * @param port where it will listen
 */
public record Role(String argument, String title, int port) {
    /** With a port that is free, and stays so until it is started. */
    public static Role of(String argument, String title) throws IOException {
        return new Role(argument, title, FreePort.find());
    }

    /** Where it will answer. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }
}
