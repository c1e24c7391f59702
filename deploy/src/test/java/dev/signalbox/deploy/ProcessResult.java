package dev.signalbox.deploy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What became of a program that was run. */
record ProcessResult(int code, String output) {
    private static final long SECONDS = 30;

    static ProcessResult run(Path folder, Map<String, String> environment, String program, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("ran", ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.endsWith("JAVA_OPTS"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(program + " did not end within " + SECONDS + " s");
        }
        return new ProcessResult(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    /** A program of this name on the path, if there is one. */
    static Optional<Path> find(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .map(folder -> Path.of(folder).resolve(program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    List<String> lines() {
        return output.lines().toList();
    }
}
