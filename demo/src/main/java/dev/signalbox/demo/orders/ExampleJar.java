package dev.signalbox.demo.orders;

import dev.signalbox.demo.process.Child;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The orders example as it is packaged. It is not on the class path of this program: an application of a user has other
 * libraries, and Spring Boot would set up whatever it finds there.
 */
public final class ExampleJar {
    /** The class path of the example, if it is not the jar beside the libraries of this program. */
    public static final String PROPERTY = "signalbox.orders.classpath";

    private static final String MAIN = "dev.signalbox.example.orders.Main";
    private static final List<String> SMALL = List.of(
            "-Xms16m",
            "-Xmx96m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED");

    private final String classPath;

    private ExampleJar(String classPath) {
        this.classPath = classPath;
    }

    /**
     * Finds it.
     *
     * @throws IOException if it is not there; its message says what to do
     */
    public static ExampleJar find() throws IOException {
        String given = System.getProperty(PROPERTY);
        if (given != null) {
            return new ExampleJar(given);
        }
        Path jar = besideLibraries();
        if (!Files.isRegularFile(jar)) {
            throw new IOException("the orders example is not in " + jar
                    + ": build it with `./signalbox build --force`, or leave it out with --without-orders");
        }
        return new ExampleJar(jar.toString());
    }

    private static Path besideLibraries() throws IOException {
        try {
            Path own = Path.of(ExampleJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return own.resolveSibling("../orders.jar").normalize();
        } catch (URISyntaxException e) {
            throw new IOException("this program does not know where it is: " + e.getMessage(), e);
        }
    }

    /** A text in it. */
    public String text(String name) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String part : classPath.split(File.pathSeparator, -1)) {
            urls.add(Path.of(part).toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null);
                InputStream in = loader.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("there is no " + name + " in " + classPath);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Starts one of its programs.
     *
     * @param program {@code service} or {@code consumer}
     * @param settings variables of its environment
     * @param options of the program
     */
    public Process start(String program, Map<String, String> settings, List<String> options, Path log)
            throws IOException {
        List<String> arguments = new ArrayList<>(SMALL);
        arguments.addAll(List.of("-cp", classPath, MAIN, program));
        arguments.addAll(options);
        return Child.start("orders-" + program, arguments, variables -> setUp(variables, settings), log);
    }

    /** What is set for another application of Spring Boot, or for this process, is not meant here. */
    private static void setUp(Map<String, String> variables, Map<String, String> settings) {
        variables.keySet().removeIf(ExampleJar::isForeign);
        variables.putAll(settings);
    }

    private static boolean isForeign(String variable) {
        return List.of("SPRING_", "SERVER_", "MANAGEMENT_", "LOGGING_", "SIGNALBOX_CLIENT", "SIGNALBOX_INBOX").stream()
                        .anyMatch(variable::startsWith)
                || List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS").contains(variable);
    }
}
