/** The configuration of who may use the administration API. */
@NullMarked
package dev.signalbox.runtime.config.security;

import org.jspecify.annotations.NullMarked;
