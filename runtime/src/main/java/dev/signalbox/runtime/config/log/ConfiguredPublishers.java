package dev.signalbox.runtime.config.log;

import dev.signalbox.runtime.config.log.FeedConfig.Publisher;
import dev.signalbox.runtime.config.relay.RelayRules;
import dev.signalbox.runtime.config.sink.SinkTypes;
import dev.signalbox.runtime.publisher.LogPublisher;
import dev.signalbox.runtime.publisher.StatisticsPublisher;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingNames;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.http.HttpSinkType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds publishers by name: sinks, built-in publishers and plug-ins.
 *
 * @param plugins whether there is a plug-in directory, so that any name may be a plug-in
 */
public record ConfiguredPublishers(SettingValues values, Map<String, SinkConfig> sinks, boolean plugins) {
    private static final List<String> BUILT_IN =
            List.of(LogPublisher.NAME, StatisticsPublisher.NAME, StatisticsPublisher.GLOBAL_NAME);

    /**
     * The publishers that a topic names and that exist; the others become problems of that setting.
     *
     * @param name the names in the key of the setting
     */
    public List<Publisher> of(Setting<List<String>> setting, String name) {
        Set<String> seen = new HashSet<>();
        return values.read(setting, name).stream()
                .filter(publisher -> isFirst(publisher, seen, setting, name))
                .flatMap(publisher -> find(publisher, setting, name).stream())
                .toList();
    }

    public Optional<SinkConfig> sink(Publisher publisher) {
        return publisher.kind() == Publisher.Kind.SINK
                ? Optional.ofNullable(sinks.get(publisher.name()))
                : Optional.empty();
    }

    private boolean isFirst(String publisher, Set<String> seen, Setting<?> setting, String name) {
        boolean first = seen.add(publisher);
        if (!first) {
            values.contradiction(setting, name, "names " + publisher + " twice");
        }
        return first;
    }

    private Optional<Publisher> find(String publisher, Setting<?> setting, String name) {
        Optional<Publisher.Kind> kind = kind(publisher);
        if (kind.isEmpty() && values.isSound(setting, name)) {
            values.contradiction(
                    setting,
                    name,
                    "names " + publisher + ", which is neither a sink (" + RelayRules.knownNames(sinks.keySet())
                            + ") nor built in (" + String.join(", ", BUILT_IN) + "); to define it add "
                            + (SettingNames.isName(publisher) ? HttpSinkType.BASE_URL.keyFor(publisher) + ", or " : "")
                            + "signalbox.plugins with the directory of its jar if it is your own");
        }
        return kind.map(found -> new Publisher(publisher, found));
    }

    private Optional<Publisher.Kind> kind(String publisher) {
        if (sinks.containsKey(publisher) || SinkTypes.isNamed(values, publisher)) {
            return Optional.of(Publisher.Kind.SINK);
        }
        if (BUILT_IN.contains(publisher)) {
            return Optional.of(Publisher.Kind.BUILT_IN);
        }
        return plugins ? Optional.of(Publisher.Kind.PLUGIN) : Optional.empty();
    }
}
