/** Certificates for servers on this machine. */
@NullMarked
package dev.signalbox.embedded.tls;

import org.jspecify.annotations.NullMarked;
