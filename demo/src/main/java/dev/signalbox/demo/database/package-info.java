/** The demo's own PostgreSQL, and the folder that it lives in. */
@NullMarked
package dev.signalbox.demo.database;

import org.jspecify.annotations.NullMarked;
