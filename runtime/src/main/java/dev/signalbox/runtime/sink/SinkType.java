package dev.signalbox.runtime.sink;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingSection;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.List;
import java.util.Set;

/**
 * One type of sink: its settings, their rules and documentation, and its factory. A new type is a package of its own and
 * one line in the list of all types.
 */
public interface SinkType {
    /** The value of the setting {@code type}. */
    String name();

    /** What relays and publishers can use besides delivery. */
    Set<SinkCapability> capabilities();

    /** The settings that it has besides those of all sinks; any other is refused. */
    List<Setting<?>> settings();

    /** The documentation of its settings. One type documents a setting that several types share. */
    SettingSection section();

    /** Reads the configuration of a sink; invalid values become problems. */
    SinkConfig read(SettingValues settingValues, String sink);
}
