package dev.signalbox.runtime.settings;

/**
 * A connection to another host that sends credentials without a verified peer.
 *
 * @param setting the setting that decides it, where the file is Signalbox's own
 * @param reason what is wrong, as a predicate: "sends the token unencrypted to another host"
 * @param allowed what the setting must be instead
 */
public record InsecureTransport(Setting<?> setting, String reason, String allowed) {}
