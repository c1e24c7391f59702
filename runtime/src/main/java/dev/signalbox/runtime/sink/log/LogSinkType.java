package dev.signalbox.runtime.sink.log;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Standard output, or a file. */
public final class LogSinkType extends SinkType {
    private static final SettingGroup GROUP = new SettingGroup(SinkSettings.PREFIX);

    private static final Setting<Optional<Path>> FILE = GROUP.optional("file", ValueTypes.path("file"))
            .orElse("the standard output")
            .means("The file that lines are appended to; it is created if it is missing, its directory is not.");
    private static final Setting<Boolean> PAYLOAD = GROUP.flag("payload", "false")
            .means("Whether a line shows the payload and headers of its message, which may be secret.");

    public static final LogSinkType INSTANCE = new LogSinkType();

    private LogSinkType() {
        super(
                "log",
                Set.of(),
                GROUP.all(),
                new SettingSection(
                        "Sinks of type `log`", "See [log](sinks/log.md) for what a line contains.\n", GROUP.all()));
    }

    @Override
    public SinkConfig read(SettingValues values, String sink) {
        return new LogSinkConfig(SinkSettings.read(values, sink), values.read(FILE, sink), values.read(PAYLOAD, sink));
    }
}
