package dev.signalbox.demo.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Starts processes of Java programs that a Ctrl-C does not reach, and that end with this one, however it ends. */
public final class Child {
    private static final String SCRIPT = script();

    private Child() {}

    /**
     * Starts one with the Java of this process.
     *
     * @param name what its script is called
     * @param arguments of Java
     * @param environment is given the variables of this process, to change them
     * @param log what it says is added here
     */
    public static Process start(
            String name, List<String> arguments, Consumer<Map<String, String>> environment, Path log)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "signalbox-demo-" + name));
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        environment.accept(builder.environment());
        return builder.start();
    }

    private static String script() {
        try (InputStream in = Objects.requireNonNull(Child.class.getResourceAsStream("child.sh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("a part of the program cannot be read: child.sh", e);
        }
    }
}
