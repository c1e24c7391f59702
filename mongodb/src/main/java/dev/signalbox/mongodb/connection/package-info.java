/** Where a MongoDB database is, and the way to it. */
@NullMarked
package dev.signalbox.mongodb.connection;

import org.jspecify.annotations.NullMarked;
