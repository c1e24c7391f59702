/** The demo's own database server, and the folder that it lives in. */
@NullMarked
package dev.signalbox.demo.database;

import org.jspecify.annotations.NullMarked;
