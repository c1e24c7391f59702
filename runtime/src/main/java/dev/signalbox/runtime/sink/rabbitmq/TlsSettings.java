package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.sink.rabbitmq.RabbitTls;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of an encrypted connection, under the names that Spring Boot uses. */
public record TlsSettings(
        Setting<Boolean> enabled, Setting<Boolean> verifyHostname, StoreSettings trustStore, StoreSettings keyStore) {

    /** The settings of a key store or trust store. */
    public record StoreSettings(
            Setting<Optional<Path>> file, Setting<Optional<Secret>> password, Setting<String> type) {
        static StoreSettings in(SettingGroup group, String key, String what) {
            return new StoreSettings(
                    group.optional(key, ValueTypes.path("file")).means("A file with " + what + "."),
                    group.optional(key + "-password", ValueTypes.password()).means("The password of that file."),
                    group.of(key + "-type", ValueTypes.oneOf("pkcs12", "jks"), "pkcs12")
                            .means("The format of that file."));
        }

        RabbitTls.@Nullable Store read(SettingValues values, String name) {
            String secret = values.read(password, name).map(Secret::value).orElse("");
            String format = values.read(type, name);
            return values.read(file, name)
                    .map(path -> new RabbitTls.Store(path, secret, format))
                    .orElse(null);
        }
    }

    /** The settings below a key. */
    public static TlsSettings in(SettingGroup all) {
        SettingGroup group = all.below("ssl");
        return new TlsSettings(
                group.flag("enabled", "false").means("Whether the connection is encrypted."),
                group.flag("verify-hostname", "true").means("Whether the certificate must match the host."),
                StoreSettings.in(group, "trust-store", "the trusted certificates, instead of Java's"),
                StoreSettings.in(group, "key-store", "the client's key, if the broker requires one"));
    }

    /** Empty if the connection is not encrypted. */
    public Optional<RabbitTls> read(SettingValues values, String name) {
        boolean encrypted = values.read(enabled, name);
        RabbitTls tls = new RabbitTls(
                trustStore.read(values, name), keyStore.read(values, name), values.read(verifyHostname, name));
        if (!encrypted) {
            values.refuse(
                    List.of(
                            verifyHostname,
                            trustStore.file,
                            trustStore.password,
                            trustStore.type,
                            keyStore.file,
                            keyStore.password,
                            keyStore.type),
                    name,
                    "means nothing unless " + enabled.keyFor(name) + " is true");
        }
        return encrypted ? Optional.of(tls) : Optional.empty();
    }
}
