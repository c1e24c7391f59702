package dev.signalbox.runtime.config;

import java.util.HashMap;
import java.util.Map;

/** The environment variables and system properties of the process. */
public record ProcessEnvironment(Map<String, String> environment, Map<String, String> systemProperties) {
    public ProcessEnvironment {
        environment = Map.copyOf(environment);
        systemProperties = Map.copyOf(systemProperties);
    }

    /** Those of this process. */
    public static ProcessEnvironment ofProcess() {
        Map<String, String> properties = new HashMap<>();
        System.getProperties()
                .stringPropertyNames()
                .forEach(name -> properties.computeIfAbsent(name, System::getProperty));
        return new ProcessEnvironment(System.getenv(), properties);
    }
}
