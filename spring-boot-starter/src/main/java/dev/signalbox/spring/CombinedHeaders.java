package dev.signalbox.spring;

import dev.signalbox.client.HeaderSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The headers of the settings and of all sources; a later one wins.
 *
 * @param fixed the same for each message
 */
record CombinedHeaders(Map<String, String> fixed, List<HeaderSource> sources) implements HeaderSource {
    @Override
    public Map<String, String> headers() {
        Map<String, String> all = new HashMap<>(fixed);
        sources.forEach(source -> all.putAll(source.headers()));
        return all;
    }
}
