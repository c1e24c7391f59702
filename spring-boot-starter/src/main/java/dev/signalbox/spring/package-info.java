/** Signalbox's client for Spring Boot applications. */
@NullMarked
package dev.signalbox.spring;

import org.jspecify.annotations.NullMarked;
