package dev.signalbox.deploy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;

/** The addresses that the program answers without a token, read from its controllers. */
final class OpenEndpoints {
    private static final String WEB = "dev.signalbox.server.web.";

    private OpenEndpoints() {}

    static Set<String> open() {
        return methodsOf("MonitoringController")
                .map(method -> method.getAnnotation(GetMapping.class))
                .filter(Objects::nonNull)
                .flatMap(mapping -> Arrays.stream(mapping.value()))
                .collect(Collectors.toSet());
    }

    private static Stream<Method> methodsOf(String controller) {
        try {
            return Arrays.stream(Class.forName(WEB + controller).getDeclaredMethods());
        } catch (ClassNotFoundException e) {
            throw new AssertionError("the program has no " + controller + " any more", e);
        }
    }
}
