package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.runtime.settings.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A configuration under test: a file's text and an environment. */
public record ConfigUnderTest(String fileName, String text, Map<String, String> environment) {
    public static ConfigUnderTest yaml(String text) {
        return new ConfigUnderTest("signalbox.yaml", text, Map.of());
    }

    public static ConfigUnderTest properties(String text) {
        return new ConfigUnderTest("application.properties", text, Map.of());
    }

    public ConfigUnderTest with(String variable, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(variable, value);
        return new ConfigUnderTest(fileName, text, more);
    }

    public ConfigUnderTest and(String moreText) {
        return new ConfigUnderTest(fileName, text + moreText, environment);
    }

    public ServerConfig load() {
        try {
            return tryLoad();
        } catch (ConfigException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    public List<String> problems() {
        return refused().problems().stream().map(ConfigProblem::toString).toList();
    }

    /** Asserts that one of the problems says this. */
    public void assertProblem(String message) {
        assertThat(problems()).anySatisfy(problem -> assertThat(problem).contains(message));
    }

    /** The same properties with another value of this key. */
    public ConfigUnderTest withProperty(String key, String value) {
        String others = text.lines().filter(line -> !line.startsWith(key + "=")).reduce("", (a, b) -> a + b + "\n");
        return properties(others + key + "=" + value + "\n");
    }

    ConfigException refused() {
        try {
            throw new AssertionError("was accepted: " + tryLoad());
        } catch (ConfigException e) {
            return e;
        }
    }

    private ServerConfig tryLoad() throws ConfigException {
        try {
            Path directory = Files.createTempDirectory("config");
            Path file = directory.resolve(fileName);
            try {
                Files.writeString(file, text);
                return new ConfigLoader(new ProcessEnvironment(environment, Map.of("the.property", "from-property")))
                        .load(file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
