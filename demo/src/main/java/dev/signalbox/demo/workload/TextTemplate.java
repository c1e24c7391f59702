package dev.signalbox.demo.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/** A text file beside a class, with placeholders such as {@code <port>}. */
public final class TextTemplate {
    private TextTemplate() {}

    public static String fill(Class<?> owner, String file, Map<String, Object> values) throws IOException {
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(file), file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (Map.Entry<String, Object> value : values.entrySet()) {
                text = text.replace("<" + value.getKey() + ">", value.getValue().toString());
            }
            return text;
        }
    }
}
