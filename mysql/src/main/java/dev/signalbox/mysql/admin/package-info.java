/** What operators see and do on MySQL and MariaDB. */
@NullMarked
package dev.signalbox.mysql.admin;

import org.jspecify.annotations.NullMarked;
