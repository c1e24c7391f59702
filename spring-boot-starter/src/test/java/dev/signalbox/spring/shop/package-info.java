/** The example of the documentation: an application with Spring Boot. */
@NullMarked
package dev.signalbox.spring.shop;

import org.jspecify.annotations.NullMarked;
