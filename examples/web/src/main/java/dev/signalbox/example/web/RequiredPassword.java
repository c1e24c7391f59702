package dev.signalbox.example.web;

/**
 * A password that a program requires.
 *
 * @param property the setting that has it
 * @param variable the environment variable that the setting takes it from
 * @param meaning its user, such as {@code the password of 'shop' in RabbitMQ}
 */
public record RequiredPassword(String property, String variable, String meaning) {}
