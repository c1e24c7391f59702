package dev.signalbox.runtime.config;

import java.time.Duration;

/** What becomes of completed rows. */
public sealed interface Retention {
    /** They stay. */
    record Keep() implements Retention {}

    /** They are deleted instead of being marked completed. */
    record DeleteOnCompletion() implements Retention {}

    /** They are deleted in small batches some time after they were completed. */
    record DeleteAfter(Duration time) implements Retention {}

    /** They move to another table in small batches some time after they were completed. */
    record ArchiveAfter(Duration time, TableName table) implements Retention {}
}
