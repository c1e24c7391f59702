/** What a database has and lacks for Signalbox, and adding it. */
@NullMarked
package dev.signalbox.postgres.schema;

import org.jspecify.annotations.NullMarked;
