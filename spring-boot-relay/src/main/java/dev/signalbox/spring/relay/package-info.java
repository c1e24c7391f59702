/** Relays inside a Spring Boot application: settings, lifecycle and health. */
@NullMarked
package dev.signalbox.spring.relay;

import org.jspecify.annotations.NullMarked;
