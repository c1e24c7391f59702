/** What SQL databases remember of messages that go to several clusters. */
@NullMarked
package dev.signalbox.jdbc.routing;

import org.jspecify.annotations.NullMarked;
