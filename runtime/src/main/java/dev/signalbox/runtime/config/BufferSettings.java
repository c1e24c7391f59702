package dev.signalbox.runtime.config;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.runtime.settings.Kinds;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Sizes;
import dev.signalbox.runtime.settings.Values;
import dev.signalbox.runtime.sink.SinkConfig;
import java.util.List;

/** The settings that say how much may be held in memory, wherever they stand. */
record BufferSettings(Setting<Integer> messages, Setting<Long> bytes) {
    static BufferSettings below(String prefix) {
        return new BufferSettings(
                Setting.of(
                        prefix + ".buffer.messages",
                        Kinds.wholeNumber(1, 1_000_000),
                        "1000",
                        "How many messages are held in memory at most; the rest stays in the database, unclaimed."),
                Setting.of(
                        prefix + ".buffer.bytes",
                        Kinds.size("64KB", "16GB"),
                        "32MB",
                        "How many bytes of payload are held in memory at most."));
    }

    List<Setting<?>> all() {
        return List.of(messages, bytes);
    }

    /** @param perFetch how many messages are claimed at once at most, which is a setting of polling */
    DispatcherSettings.Buffer defaults(int perFetch) {
        return new DispatcherSettings.Buffer(messages.defaultValue(), bytes.defaultValue(), perFetch);
    }

    DispatcherSettings.Buffer read(Values values, String name, int perFetch) {
        return new DispatcherSettings.Buffer(
                values.read(messages, name), values.read(bytes, name), perFetch);
    }

    /** One batch must fit. */
    void checkRoom(Values values, String name, DispatcherSettings.Buffer buffer, SinkConfig sink) {
        SinkConfig.Limits limits = sink.limits();
        if (limits.batchSize() > buffer.messages()) {
            values.contradiction(
                    messages,
                    name,
                    "is less than one batch of the sink " + sink.name() + " (" + limits.batchSize() + ")");
        }
        if (limits.batchBytes() > buffer.bytes()) {
            values.contradiction(
                    bytes,
                    name,
                    "is less than one batch of the sink " + sink.name() + " (" + Sizes.written(limits.batchBytes())
                            + ")");
        }
    }
}
