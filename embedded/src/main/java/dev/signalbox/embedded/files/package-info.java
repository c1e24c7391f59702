/** The files of servers: folders that are removed with their run, keys, certificates and passwords. */
@NullMarked
package dev.signalbox.embedded.files;

import org.jspecify.annotations.NullMarked;
