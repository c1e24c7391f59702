package dev.signalbox.runtime.sink.http;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingSection;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkCapability;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** An HTTP API that accepts a JSON array. */
public final class HttpSinkType implements SinkType {
    public static final HttpSinkType INSTANCE = new HttpSinkType();

    private HttpSinkType() {}

    @Override
    public String name() {
        return "http";
    }

    @Override
    public Set<SinkCapability> capabilities() {
        return Set.of(SinkCapability.PATH);
    }

    @Override
    public List<Setting<?>> settings() {
        return HttpSinkKeys.ALL;
    }

    /** As the default type, it also documents the settings that all sinks have. */
    @Override
    public SettingSection section() {
        return new SettingSection(
                "Sinks",
                "A sink is a destination.\n",
                List.of(
                        HttpSinkKeys.BASE_URL,
                        HttpSinkKeys.PATH,
                        HttpSinkKeys.TOKEN,
                        SinkSettings.CONNECT_TIMEOUT,
                        HttpSinkKeys.REQUEST_TIMEOUT,
                        HttpSinkKeys.TOTAL_DEADLINE,
                        SinkSettings.BATCH_SIZE,
                        SinkSettings.BATCH_BYTES,
                        HttpSinkKeys.MAX_RESPONSE_BYTES,
                        SinkSettings.MAX_CONCURRENT_REQUESTS,
                        SinkSettings.RETRY_AFTER_CAP));
    }

    @Override
    public SinkConfig read(SettingValues settingValues, String sink) {
        Duration request = settingValues.read(HttpSinkKeys.REQUEST_TIMEOUT, sink);
        Duration total = settingValues.read(HttpSinkKeys.TOTAL_DEADLINE, sink).orElse(request);
        return new HttpSinkConfig(
                SinkSettings.read(settingValues, sink),
                settingValues.read(HttpSinkKeys.BASE_URL, sink),
                settingValues.read(HttpSinkKeys.PATH, sink),
                settingValues.read(HttpSinkKeys.TOKEN, sink),
                new HttpSinkConfig.Timeouts(settingValues.read(SinkSettings.CONNECT_TIMEOUT, sink), request, total),
                settingValues.read(HttpSinkKeys.MAX_RESPONSE_BYTES, sink));
    }
}
