package dev.signalbox.demo.examples;

import dev.signalbox.demo.workload.HttpProgram;
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
import java.util.regex.Pattern;

/** The jar of an example, outside the class path, where Spring Boot would configure every library that it finds. */
public record ExampleJar(String name, String classPath) {
    /** Environment variables that configure a JVM, a Spring Boot application or an example. */
    private static final Pattern FOREIGN =
            Pattern.compile("(SPRING|SERVER|MANAGEMENT|LOGGING|ORDERS|SUMMARY|NOTIFICATIONS)_.*"
                    + "|SIGNALBOX_(CLIENT|INBOX).*|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS");

    /** The system property with an example's class path, if it is not the jar beside the libraries of this program. */
    public static String property(String name) {
        return "signalbox." + name + ".classpath";
    }

    /** @throws IOException if there is none; its message says what to do */
    public static ExampleJar find(String name, String otherwise) throws IOException {
        String given = System.getProperty(property(name));
        if (given != null) {
            return new ExampleJar(name, given);
        }
        Path jar = besideLibraries(name + ".jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException("the " + name + " example is not in " + jar
                    + ": build it with `./signalbox build --force`, or " + otherwise);
        }
        return new ExampleJar(name, jar.toString());
    }

    private static Path besideLibraries(String file) throws IOException {
        try {
            URL own = ExampleJar.class.getProtectionDomain().getCodeSource().getLocation();
            return Path.of(own.toURI()).resolveSibling("../" + file).normalize();
        } catch (URISyntaxException e) {
            throw new IOException("this program does not know where it is: " + e.getMessage(), e);
        }
    }

    String text(String file) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String part : classPath.split(File.pathSeparator, -1)) {
            urls.add(Path.of(part).toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null);
                InputStream in = loader.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException("there is no " + file + " in " + classPath);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Starts the program, whose name ends with the argument that selects it. */
    void start(HttpProgram program, Map<String, String> settings) throws IOException {
        String argument = program.name().substring(name.length() + 1);
        List<String> arguments = new ArrayList<>(HttpProgram.SMALL);
        arguments.addAll(List.of("-Xms16m", "-Xmx96m", "-cp", classPath, "dev.signalbox.example." + name + ".Main"));
        arguments.addAll(List.of(argument, "--server.port=" + program.port()));
        arguments.add("--spring.datasource.hikari.maximum-pool-size=4"); // the server has few connections
        program.start(arguments, variables -> {
            variables.keySet().removeIf(FOREIGN.asMatchPredicate());
            variables.putAll(settings);
        });
    }
}
