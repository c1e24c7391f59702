package dev.signalbox.e2e;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The launcher script of the repository; the program is built once, before its first start. */
final class Launcher {
    private static final String BUILD = "SIGNALBOX_BUILD";
    private static boolean built;

    private Launcher() {}

    /** Starts the program with these arguments; its output goes to the file. */
    static Process start(Path output, Map<String, String> environment, List<String> arguments) {
        build();
        return launch(script(), output, environment, arguments);
    }

    /** The same, from another place than the repository. */
    static Process startFrom(Path program, Path output, Map<String, String> environment, List<String> arguments) {
        return launch(program, output, environment, arguments);
    }

    private static Path script() {
        return TestFolders.root().resolve("signalbox");
    }

    private static synchronized void build() {
        if (built || "off".equals(System.getenv(BUILD))) {
            return;
        }
        Path log = TestFolders.work("logs").resolve("build.log");
        int code = launch(script(), log, Map.of(BUILD, ""), List.of("build"))
                .onExit()
                .join()
                .exitValue();
        if (code != 0) {
            throw new IllegalStateException("the build ended with " + code + ": see " + log);
        }
        built = true;
    }

    private static Process launch(Path program, Path output, Map<String, String> environment, List<String> arguments) {
        List<String> command =
                Stream.concat(Stream.of(program.toString()), arguments.stream()).toList();
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().remove("SIGNALBOX_ADMIN_TOKEN");
        builder.environment().put(BUILD, "off");
        // Several of these programs run at a time, for seconds only: the C2 compiler would take CPU time without any
        // benefit.
        builder.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
