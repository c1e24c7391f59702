/** What operators see and do on MySQL and MariaDB. */
@NullMarked
package dev.signalbox.mysql.operation;

import org.jspecify.annotations.NullMarked;
