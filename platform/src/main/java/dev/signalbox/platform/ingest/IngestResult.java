package dev.signalbox.platform.ingest;

import dev.signalbox.platform.event.Event;

/**
 * What became of one event.
 *
 * @param event as it is stored; of a duplicate, the original
 * @param duplicate whether the client had posted it before
 */
public record IngestResult(Event event, boolean duplicate) {}
