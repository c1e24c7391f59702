package dev.signalbox.platform.ingest;

import com.github.f4b6a3.tsid.Tsid;

/** A job to create with an event. */
public record IngestJob(Tsid id, Tsid subscription) {}
