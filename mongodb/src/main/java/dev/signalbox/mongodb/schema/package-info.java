/** What a database has and lacks for Signalbox, and adding it. */
@NullMarked
package dev.signalbox.mongodb.schema;

import org.jspecify.annotations.NullMarked;
