/** Settings of and connections to a MongoDB database. */
@NullMarked
package dev.signalbox.mongodb.connection;

import org.jspecify.annotations.NullMarked;
