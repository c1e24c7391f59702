package dev.signalbox.demo.nodes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a log says last, which is mostly why a program has ended. */
final class LastLine {
    private LastLine() {}

    static String of(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty() ? "it said nothing" : lines.getLast();
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }
}
