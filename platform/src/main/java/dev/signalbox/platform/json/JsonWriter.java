package dev.signalbox.platform.json;

import dev.signalbox.core.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes one JSON document. Members that are null are left out, and values from clients are embedded as they were written. */
public final class JsonWriter {
    private final JsonBytes out;
    private boolean first = true;

    private JsonWriter(int expected) {
        this.out = new JsonBytes(expected);
    }

    /** An object. */
    public static byte[] object(Consumer<JsonWriter> members) {
        JsonWriter writer = new JsonWriter(512);
        writer.block('{', '}', members);
        return Arrays.copyOf(writer.out.bytes(), writer.out.size());
    }

    private void block(char open, char close, Consumer<JsonWriter> content) {
        out.put(open);
        first = true;
        content.accept(this);
        out.put(close);
        first = false;
    }

    private void comma() {
        if (!first) {
            out.put(',');
        }
        first = false;
    }

    private void name(String name) {
        comma();
        out.string(name);
        out.put(':');
    }

    public JsonWriter text(String name, @Nullable Object text) {
        if (text != null) {
            name(name);
            out.string(text.toString());
        }
        return this;
    }

    public JsonWriter number(String name, @Nullable Number number) {
        if (number != null) {
            name(name);
            out.number(number.longValue());
        }
        return this;
    }

    /** The member if it is true; nothing otherwise. */
    public JsonWriter truthIf(String name, boolean truth) {
        return truth ? truth(name, true) : this;
    }

    public JsonWriter truth(String name, boolean truth) {
        name(name);
        out.put((truth ? "true" : "false").getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    public JsonWriter time(String name, @Nullable Instant time) {
        if (time != null) {
            name(name);
            out.instant(time);
        }
        return this;
    }

    /** A value as it was written. */
    public JsonWriter json(String name, @Nullable JsonText json) {
        if (json != null) {
            name(name);
            out.put(json.bytes());
        }
        return this;
    }

    public JsonWriter object(String name, Consumer<JsonWriter> members) {
        name(name);
        block('{', '}', members);
        return this;
    }

    public JsonWriter texts(String name, Map<String, String> texts) {
        return texts.isEmpty() ? this : object(name, it -> texts.forEach(it::text));
    }

    /** An array of objects. */
    public <T> JsonWriter objects(String name, Collection<? extends T> items, ItemWriter<T> write) {
        name(name);
        block('[', ']', _ -> {
            for (T item : items) {
                comma();
                block('{', '}', members -> write.write(members, item));
            }
        });
        return this;
    }

    /** Writes the members of one item. */
    @FunctionalInterface
    public interface ItemWriter<T> {
        void write(JsonWriter out, T item);
    }
}
