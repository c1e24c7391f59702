/** Messages that go to several clusters, on MySQL and MariaDB. */
@NullMarked
package dev.signalbox.mysql.routing;

import org.jspecify.annotations.NullMarked;
