package dev.signalbox.e2e;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How a program that the test has started ended, and what it printed. */
record ProgramRun(int code, String output) {
    private static final Duration AT_MOST = Duration.ofMinutes(10);
    /** These programs run for seconds, beside other tests: the C2 compiler would take CPU time without any benefit. */
    private static final String JVM_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    /** Runs a program under the Java of this test. */
    static ProgramRun of(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("run", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", JVM_OPTIONS);
        builder.environment().putAll(environment);
        return ended(builder.start(), output);
    }

    /** Runs a command of the launcher, on what was built last. */
    static ProgramRun ofLauncher(List<String> arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("run", ".log");
        return ended(Launcher.start(output, Map.of("MAVEN_OPTS", JVM_OPTIONS), arguments), output);
    }

    private static ProgramRun ended(Process process, Path output) throws IOException, InterruptedException {
        if (!process.waitFor(AT_MOST.toSeconds(), TimeUnit.SECONDS)) {
            process.destroy();
            throw new AssertionError("not ended after " + AT_MOST + ":\n" + Files.readString(output));
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        Files.delete(output);
        return new ProgramRun(process.exitValue(), text);
    }

    /** Its output; fails if it did not end with 0. */
    String success() {
        if (code != 0) {
            throw new AssertionError("ended with " + code + ":\n" + output);
        }
        return output;
    }
}
