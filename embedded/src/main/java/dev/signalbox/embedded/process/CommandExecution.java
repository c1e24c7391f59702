package dev.signalbox.embedded.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs programs that end by themselves. */
public final class CommandExecution {
    private CommandExecution() {}

    public static String run(List<String> command) throws IOException, InterruptedException {
        return run(command, _ -> {});
    }

    public static String run(List<String> command, Consumer<Map<String, String>> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        environment.accept(builder.environment());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException(command.getFirst() + " ended with " + exit + ":\n" + output);
        }
        return output;
    }

    /** The trimmed output of a command; empty if it fails. */
    public static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 ? text : "";
    }

    public static boolean isRoot() throws IOException, InterruptedException {
        return output("id", "-u").equals("0");
    }

    public static String java(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }
}
