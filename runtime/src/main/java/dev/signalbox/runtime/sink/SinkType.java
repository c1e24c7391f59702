package dev.signalbox.runtime.sink;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.List;
import java.util.Set;

/**
 * One type of sink: its settings, their rules and documentation, and its factory. A new type is a package of its own and
 * one line in the list of all types.
 */
public abstract class SinkType {
    private final String name;
    private final Set<SinkCapability> capabilities;
    private final List<Setting<?>> settings;
    private final SettingSection section;

    /**
     * @param name the value of the setting {@code type}
     * @param capabilities what relays and publishers can use besides delivery
     * @param settings the settings that it has besides those of all sinks; any other is refused
     * @param section the documentation of its settings; one type documents a setting that several types share
     */
    protected SinkType(
            String name, Set<SinkCapability> capabilities, List<Setting<?>> settings, SettingSection section) {
        this.name = name;
        this.capabilities = Set.copyOf(capabilities);
        this.settings = List.copyOf(settings);
        this.section = section;
    }

    public final String name() {
        return name;
    }

    public final boolean can(SinkCapability capability) {
        return capabilities.contains(capability);
    }

    public final List<Setting<?>> settings() {
        return settings;
    }

    public final SettingSection section() {
        return section;
    }

    /** Reads the configuration of a sink; invalid values become problems. */
    public abstract SinkConfig read(SettingValues values, String sink);

    /** What a sink can do besides delivering batches. */
    public enum SinkCapability {
        /** A relay or publisher can set its own path below the sink's URL. */
        PATH,
        /** A relay's routes can name it as a cluster. */
        ROUTES,
        /** It takes events and a checkpoint in one transaction; its factory is a {@link SinkConfig.TransactionalSinkFactory}. */
        EXACTLY_ONCE
    }

    /**
     * A section of the configuration reference.
     *
     * @param text the Markdown lines before the table
     * @param settings the rows of the table, in order
     */
    public record SettingSection(String title, String text, List<Setting<?>> settings) {
        public SettingSection {
            settings = List.copyOf(settings);
        }
    }
}
