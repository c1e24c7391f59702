package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Kinds;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Values;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of an encrypted connection, by the names that Spring Boot has for them. */
public record TlsSettings(
        Setting<Boolean> enabled, Setting<Boolean> verifyHostname, StoreSettings trustStore, StoreSettings keyStore) {

    /** The settings of a file of keys or certificates. */
    public record StoreSettings(
            Setting<Optional<Path>> file, Setting<Optional<Secret>> password, Setting<RabbitConfig.StoreType> type) {
        static StoreSettings at(String key, String what) {
            return new StoreSettings(
                    Setting.optional(key, Kinds.filePath(), "A file with " + what + "."),
                    Setting.optional(key + "-password", Kinds.password(), "The password of that file."),
                    Setting.of(
                            key + "-type",
                            Kinds.choice(RabbitConfig.StoreType.class),
                            "pkcs12",
                            "How that file is written."));
        }

        List<Setting<?>> all() {
            return List.of(file, password, type);
        }

        Optional<RabbitConfig.Store> read(Values values, String name) {
            Optional<Secret> secret = values.read(password, name);
            RabbitConfig.StoreType written = values.read(type, name);
            return values.read(file, name).map(path -> new RabbitConfig.Store(path, secret, written));
        }
    }

    /** Those below a key. */
    public static TlsSettings below(String prefix) {
        return new TlsSettings(
                Setting.of(prefix + ".ssl.enabled", Kinds.yesOrNo(), "false", "Whether the connection is encrypted."),
                Setting.of(
                        prefix + ".ssl.verify-hostname",
                        Kinds.yesOrNo(),
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

    /** Empty if the connection is not to be encrypted. */
    public Optional<RabbitConfig.Tls> read(Values values, String name) {
        boolean encrypted = values.read(enabled, name);
        RabbitConfig.Tls tls = new RabbitConfig.Tls(
                trustStore.read(values, name), keyStore.read(values, name), values.read(verifyHostname, name));
        if (!encrypted) {
            all().stream()
                    .filter(setting -> !setting.equals(enabled) && values.isGiven(setting, name))
                    .forEach(setting -> values.contradiction(
                            setting, name, "means nothing unless " + enabled.keyFor(name) + " is true"));
        }
        return encrypted ? Optional.of(tls) : Optional.empty();
    }
}
