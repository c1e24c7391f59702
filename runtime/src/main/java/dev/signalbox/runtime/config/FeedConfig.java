package dev.signalbox.runtime.config;

import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.runtime.settings.Kind;
import java.net.URI;
import java.util.Optional;

/**
 * One publisher of one topic, which follows the log at its own pace.
 *
 * @param url the whole address that batches are posted to, if the publisher is a sink that has one
 * @param groupTag the tag whose value is an event's group, with {@link LogOrdering#GROUP}
 * @param start where it begins if there is no progress of it yet
 * @param exactlyOnce whether events and a note of them go to Kafka in one transaction
 * @param maxRetries how often an event is tried again after its first attempt
 */
public record FeedConfig(
        String log,
        String topic,
        Publisher publisher,
        Optional<URI> url,
        LogOrdering ordering,
        Optional<String> groupTag,
        LogStart start,
        boolean exactlyOnce,
        RelayConfig.OnExhausted onExhausted,
        int maxRetries,
        RelayConfig.Retry retry,
        RelayConfig.Buffer buffer,
        RelayConfig.Poll poll,
        int maxConcurrentRequests) {

    /** Who gets the events. */
    public record Publisher(String name, Kind kind) {
        /** Where it comes from. */
        public enum Kind {
            /** A sink of the same name. */
            SINK,
            /** Part of the program. */
            BUILT_IN,
            /** A user's own, from the directory of plugins; whether it is there shows when that is read. */
            PLUGIN
        }
    }

    /** What it is called in logs, metrics and messages. */
    public String displayName() {
        return log + "/" + topic + "/" + publisher.name();
    }
}
