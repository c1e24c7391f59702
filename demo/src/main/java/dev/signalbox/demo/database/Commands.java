package dev.signalbox.demo.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Asks programs of this machine. */
final class Commands {
    private Commands() {}

    /** What a command prints, without the space around it; empty if it fails. */
    static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 ? text : "";
    }

    static boolean isRoot() throws IOException, InterruptedException {
        return output("id", "-u").equals("0");
    }
}
