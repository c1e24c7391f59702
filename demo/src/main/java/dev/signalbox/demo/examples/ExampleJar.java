package dev.signalbox.demo.examples;

import dev.signalbox.embedded.process.ChildCommand;
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
 * The jar of an example. It is not on the class path of the demo, because Spring Boot would configure every library that it
 * finds there.
 */
public final class ExampleJar {
    private static final List<String> SMALL = List.of(
            "-Xms16m",
            "-Xmx96m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED");
    /** Prefixes of environment variables that configure a Spring Boot application or an example. */
    private static final List<String> FOREIGN = List.of(
            "SPRING_",
            "SERVER_",
            "MANAGEMENT_",
            "LOGGING_",
            "SIGNALBOX_CLIENT",
            "SIGNALBOX_INBOX",
            "ORDERS_",
            "SUMMARY_",
            "NOTIFICATIONS_");

    private final Kind kind;
    private final String classPath;

    /** The examples that the demo can run. */
    public enum Kind {
        ORDERS("orders", "leave it out with --without-orders"),
        NOTIFICATIONS("notifications", "leave it out, without --rabbitmq");

        private final String title;
        private final String otherwise;

        Kind(String title, String otherwise) {
            this.title = title;
            this.otherwise = otherwise;
        }

        /** The system property with the example's class path, if it is not the jar beside the libraries of this program. */
        public String property() {
            return "signalbox." + title + ".classpath";
        }

        /** Its name, which is also its file name. */
        public String title() {
            return title;
        }

        private String main() {
            return "dev.signalbox.example." + title + ".Main";
        }
    }

    private ExampleJar(Kind kind, String classPath) {
        this.kind = kind;
        this.classPath = classPath;
    }

    /**
     * Finds the jar of an example.
     *
     * @throws IOException if there is none; its message says what to do
     */
    public static ExampleJar find(Kind kind) throws IOException {
        String given = System.getProperty(kind.property());
        if (given != null) {
            return new ExampleJar(kind, given);
        }
        Path jar = besideLibraries(kind.title + ".jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException("the " + kind.title + " example is not in " + jar
                    + ": build it with `./signalbox build --force`, or " + kind.otherwise);
        }
        return new ExampleJar(kind, jar.toString());
    }

    private static Path besideLibraries(String name) throws IOException {
        try {
            Path own = Path.of(ExampleJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return own.resolveSibling("../" + name).normalize();
        } catch (URISyntaxException e) {
            throw new IOException("this program does not know where it is: " + e.getMessage(), e);
        }
    }

    /** Which example it is. */
    public Kind kind() {
        return kind;
    }

    /** Reads a text file from it. */
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
     * @param program the first argument, such as {@code service}
     * @param settings variables of its environment
     * @param options of the program
     */
    Process start(String program, Map<String, String> settings, List<String> options, Path log) throws IOException {
        List<String> arguments = new ArrayList<>(SMALL);
        arguments.addAll(List.of("-cp", classPath, kind.main(), program));
        arguments.addAll(options);
        return ChildCommand.java(kind.title + "-" + program, arguments, log)
                .withEnvironment(variables -> setUp(variables, settings))
                .start()
                .process();
    }

    /** Removes settings that are meant for another application or for this process. */
    private static void setUp(Map<String, String> variables, Map<String, String> settings) {
        variables.keySet().removeIf(ExampleJar::isForeign);
        variables.putAll(settings);
    }

    private static boolean isForeign(String variable) {
        return FOREIGN.stream().anyMatch(variable::startsWith)
                || List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS").contains(variable);
    }
}
