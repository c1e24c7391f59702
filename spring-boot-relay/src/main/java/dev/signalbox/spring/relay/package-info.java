/** The relay inside a Spring Boot application: its settings, its start and its end, its health. */
@NullMarked
package dev.signalbox.spring.relay;

import org.jspecify.annotations.NullMarked;
