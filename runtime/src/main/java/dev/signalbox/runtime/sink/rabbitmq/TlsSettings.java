package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of an encrypted connection, under the names that Spring Boot uses. */
public record TlsSettings(
        Setting<Boolean> enabled, Setting<Boolean> verifyHostname, StoreSettings trustStore, StoreSettings keyStore) {

    /** The settings of a key store or trust store. */
    public record StoreSettings(
            Setting<Optional<Path>> file, Setting<Optional<Secret>> password, Setting<RabbitConfig.StoreType> type) {
        static StoreSettings at(String key, String what) {
            return new StoreSettings(
                    Setting.optional(key, ValueTypes.filePath(), "A file with " + what + "."),
                    Setting.optional(key + "-password", ValueTypes.password(), "The password of that file."),
                    Setting.of(
                            key + "-type",
                            ValueTypes.choice(RabbitConfig.StoreType.class),
                            "pkcs12",
                            "How that file is written."));
        }

        List<Setting<?>> all() {
            return List.of(file, password, type);
        }

        Optional<RabbitConfig.Store> read(SettingValues settingValues, String name) {
            Optional<Secret> secret = settingValues.read(password, name);
            RabbitConfig.StoreType written = settingValues.read(type, name);
            return settingValues.read(file, name).map(path -> new RabbitConfig.Store(path, secret, written));
        }
    }

    /** The settings below a key. */
    public static TlsSettings below(String prefix) {
        return new TlsSettings(
                Setting.of(
                        prefix + ".ssl.enabled", ValueTypes.yesOrNo(), "false", "Whether the connection is encrypted."),
                Setting.of(
                        prefix + ".ssl.verify-hostname",
                        ValueTypes.yesOrNo(),
                        "true",
                        "Whether the certificate must be for the host that is connected to."),
                StoreSettings.at(
                        prefix + ".ssl.trust-store",
                        "the certificates that are believed, instead of those that Java believes"),
                StoreSettings.at(prefix + ".ssl.key-store", "the key that is shown where the broker asks for one"));
    }

    public List<Setting<?>> all() {
        return Stream.of(List.<Setting<?>>of(enabled, verifyHostname), trustStore.all(), keyStore.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Empty if the connection is not encrypted. */
    public Optional<RabbitConfig.Tls> read(SettingValues settingValues, String name) {
        boolean encrypted = settingValues.read(enabled, name);
        RabbitConfig.Tls tls = new RabbitConfig.Tls(
                trustStore.read(settingValues, name),
                keyStore.read(settingValues, name),
                settingValues.read(verifyHostname, name));
        if (!encrypted) {
            all().stream()
                    .filter(setting -> !setting.equals(enabled) && settingValues.isGiven(setting, name))
                    .forEach(setting -> settingValues.contradiction(
                            setting, name, "means nothing unless " + enabled.keyFor(name) + " is true"));
        }
        return encrypted ? Optional.of(tls) : Optional.empty();
    }
}
