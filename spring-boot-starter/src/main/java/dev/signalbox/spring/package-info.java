/** Signalbox's client in a Spring Boot application. */
@NullMarked
package dev.signalbox.spring;

import org.jspecify.annotations.NullMarked;
