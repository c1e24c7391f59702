package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.json.JsonMembers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ids that requests refer to. */
public final class RegistryIds {
    private RegistryIds() {}

    /** An id from a path or body; empty if the text can't be one. */
    public static Optional<Tsid> parse(String text) {
        return Tsid.isValid(text) ? Optional.of(Tsid.from(text)).filter(id -> id.toLong() >= 0) : Optional.empty();
    }

    /** A member that is null means none; one that is missing means {@code base}. */
    public static @Nullable Tsid read(JsonMembers members, String name, @Nullable Tsid base) {
        if (!members.has(name)) {
            return base;
        }
        String text = members.text(
                name, it -> parse(it).isPresent() ? Optional.empty() : Optional.of("is not an id of 13 characters"));
        return text == null ? null : Tsid.from(text);
    }
}
