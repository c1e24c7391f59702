package dev.signalbox.demo.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a log says last, which is mostly why a program has ended. */
public final class LastLine {
    private LastLine() {}

    public static String of(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty() ? "it said nothing" : lines.getLast();
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }
}
