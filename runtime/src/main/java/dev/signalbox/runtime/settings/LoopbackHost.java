package dev.signalbox.runtime.settings;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Recognises this machine by its name or address, without a DNS lookup, whose answer others may control. */
public final class LoopbackHost {
    private static final Set<String> NAMES =
            Set.of("localhost", "::1", "[::1]", "0:0:0:0:0:0:0:1", "[0:0:0:0:0:0:0:1]");
    private static final Pattern IPV4 = Pattern.compile("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

    private LoopbackHost() {}

    public static boolean is(@Nullable String host) {
        return host != null
                && (NAMES.contains(host.toLowerCase(Locale.ROOT))
                        || IPV4.matcher(host).matches());
    }
}
