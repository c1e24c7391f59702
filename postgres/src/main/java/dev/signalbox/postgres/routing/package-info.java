/** Messages that go to several clusters, on PostgreSQL. */
@NullMarked
package dev.signalbox.postgres.routing;

import org.jspecify.annotations.NullMarked;
