package dev.signalbox.demo.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts that belong to the program. */
final class Resource {
    private Resource() {}

    static String text(String name) {
        try (InputStream in = Objects.requireNonNull(Resource.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("a part of the program cannot be read: " + name, e);
        }
    }
}
