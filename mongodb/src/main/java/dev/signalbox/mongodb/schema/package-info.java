/** Inspection of a database, and adding what it lacks. */
@NullMarked
package dev.signalbox.mongodb.schema;

import org.jspecify.annotations.NullMarked;
