package dev.signalbox.runtime.sink.log;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingSection;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkCapability;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Standard output, or a file. */
public final class LogSinkType implements SinkType {
    public static final LogSinkType INSTANCE = new LogSinkType();

    private static final Setting<Optional<Path>> FILE = Setting.optional(
                    SinkSettings.PREFIX + ".file",
                    ValueTypes.filePath(),
                    "The file that lines are appended to; it is created if it is missing, its directory is not.")
            .orElse("the standard output");
    private static final Setting<Boolean> PAYLOAD = Setting.of(
            SinkSettings.PREFIX + ".payload",
            ValueTypes.yesOrNo(),
            "false",
            "Whether a line shows the payload and headers of its message, which may be secret.");

    private LogSinkType() {}

    @Override
    public String name() {
        return "log";
    }

    @Override
    public Set<SinkCapability> capabilities() {
        return Set.of();
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(FILE, PAYLOAD);
    }

    @Override
    public SettingSection section() {
        return new SettingSection("Sinks of type `log`", "See [log](sinks/log.md) for what a line says.\n", settings());
    }

    @Override
    public SinkConfig read(SettingValues settingValues, String sink) {
        return new LogSinkConfig(
                SinkSettings.read(settingValues, sink),
                settingValues.read(FILE, sink),
                settingValues.read(PAYLOAD, sink));
    }
}
