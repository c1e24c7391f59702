package dev.signalbox.embedded.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How to start and stop a program.
 *
 * @param wrapper a command that runs the program and its children, such as {@code unshare -U}; may be empty
 * @param orphanSignal stops it after this process has ended
 * @param removed a folder to remove when the program has ended
 */
public record ChildCommand(
        String name,
        List<String> wrapper,
        List<String> words,
        Consumer<Map<String, String>> environment,
        Path log,
        String endSignal,
        String orphanSignal,
        @Nullable Path removed) {
    public ChildCommand {
        wrapper = List.copyOf(wrapper);
        words = List.copyOf(words);
    }

    public static ChildCommand of(String name, List<String> words, Path log) {
        return new ChildCommand(name, List.of(), words, _ -> {}, log, "TERM", "KILL", null);
    }

    /** A program that runs on the JDK of this process. */
    public static ChildCommand java(String name, List<String> arguments, Path log) {
        List<String> words = new ArrayList<>(List.of(CommandExecution.java("java")));
        words.addAll(arguments);
        return of(name, words, log);
    }

    public ChildCommand withEnvironment(Consumer<Map<String, String>> change) {
        return new ChildCommand(name, wrapper, words, change, log, endSignal, orphanSignal, removed);
    }

    public ChildCommand withWrapper(List<String> command) {
        return new ChildCommand(name, command, words, environment, log, endSignal, orphanSignal, removed);
    }

    public ChildCommand withSignals(String end, String orphan) {
        return new ChildCommand(name, wrapper, words, environment, log, end, orphan, removed);
    }

    public ChildCommand removing(Path folder) {
        return new ChildCommand(name, wrapper, words, environment, log, endSignal, orphanSignal, folder);
    }

    public ChildProcess start() throws IOException {
        return ChildProcess.start(this);
    }
}
