package dev.signalbox.runtime.config.platform;

import dev.signalbox.platform.ingest.EventIngest.UnknownTypes;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.sink.webhook.TargetRules;
import java.time.Duration;
import java.util.Optional;

/**
 * The event platform.
 *
 * @param database where events, jobs and subscriptions are stored
 * @param retention how long events and jobs are kept
 * @param secretKey 32 bytes in base64, with which secrets are encrypted; empty to store them as text
 * @param requestsWithoutPool how many requests of a target without a pool may be in flight
 * @param maxBodyMemory how much memory the bodies of all requests may take at a time; empty for a share of the heap
 * @param targets which targets webhooks may have
 */
public record PlatformConfig(
        SourceConfig database,
        UnknownTypes unknownTypes,
        Duration retention,
        Optional<Secret> secretKey,
        int requestsWithoutPool,
        Optional<Long> maxBodyMemory,
        TargetRules targets) {
    /** The name of the platform in logs, checks and reports. */
    public static final String NAME = "platform";

    /** The table of the jobs that wait. */
    public static final String QUEUE = "signalbox_platform.queue";

    /** How the password of the database travels, if that is not safe. */
    public Optional<InsecureTransport> insecureTransport() {
        return database.insecureTransport()
                .map(found -> new InsecureTransport(PlatformSettings.DATABASE_URL, found.reason(), found.allowed()));
    }
}
