package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of an encrypted connection, under the names that Spring Boot uses. */
public record TlsSettings(
        Setting<Boolean> enabled, Setting<Boolean> verifyHostname, StoreSettings trustStore, StoreSettings keyStore) {

    /** The settings of a key store or trust store. */
    public record StoreSettings(
            Setting<Optional<Path>> file, Setting<Optional<Secret>> password, Setting<RabbitConfig.StoreType> type) {
        static StoreSettings in(SettingGroup group, String key, String what) {
            return new StoreSettings(
                    group.optional(key, ValueTypes.path("file")).means("A file with " + what + "."),
                    group.optional(key + "-password", ValueTypes.password()).means("The password of that file."),
                    group.choice(key + "-type", RabbitConfig.StoreType.class, "pkcs12")
                            .means("How that file is written."));
        }

        Optional<RabbitConfig.Store> read(SettingValues values, String name) {
            Optional<Secret> secret = values.read(password, name);
            RabbitConfig.StoreType written = values.read(type, name);
            return values.read(file, name).map(path -> new RabbitConfig.Store(path, secret, written));
        }
    }

    /** The settings below a key. */
    public static TlsSettings in(SettingGroup all) {
        SettingGroup group = all.below("ssl");
        return new TlsSettings(
                group.flag("enabled", "false").means("Whether the connection is encrypted."),
                group.flag("verify-hostname", "true")
                        .means("Whether the certificate must be for the host that is connected to."),
                StoreSettings.in(
                        group,
                        "trust-store",
                        "the certificates that are believed, instead of those that Java believes"),
                StoreSettings.in(group, "key-store", "the key that is shown where the broker asks for one"));
    }

    /** Empty if the connection is not encrypted. */
    public Optional<RabbitConfig.Tls> read(SettingValues values, String name) {
        boolean encrypted = values.read(enabled, name);
        RabbitConfig.Tls tls = new RabbitConfig.Tls(
                trustStore.read(values, name), keyStore.read(values, name), values.read(verifyHostname, name));
        if (!encrypted) {
            Stream.of(
                            verifyHostname,
                            trustStore.file,
                            trustStore.password,
                            trustStore.type,
                            keyStore.file,
                            keyStore.password,
                            keyStore.type)
                    .filter(setting -> values.isGiven(setting, name))
                    .forEach(setting -> values.contradiction(
                            setting, name, "means nothing unless " + enabled.keyFor(name) + " is true"));
        }
        return encrypted ? Optional.of(tls) : Optional.empty();
    }
}
