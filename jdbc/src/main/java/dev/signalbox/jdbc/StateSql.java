package dev.signalbox.jdbc;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a layout's states stand in statements. */
public final class StateSql {
    /** What statements call a table. */
    private static final List<String> ALIASES = List.of("t", "b", "f");

    private StateSql() {}

    /**
     * Conditions for each state, under each name that a statement gives to the table, as in {@code t_waits}.
     *
     * @param never the moment until which a dead letter is held, as a literal
     */
    public static Map<String, String> conditions(OutboxLayout layout, Quoting quoting, String never) {
        Map<String, String> names = new HashMap<>();
        names.put("never", never);
        for (String alias : ALIASES) {
            Map<String, String> states = switch (layout.states()) {
                case OutboxLayout.Words words ->
                    byWords(column(alias, quoting, layout.columns().status()), words, quoting);
                case OutboxLayout.Moments() ->
                    byMoments(
                            column(alias, quoting, layout.columns().processedAt()),
                            column(alias, quoting, layout.columns().heldUntil()),
                            never);
            };
            states.forEach((state, condition) -> names.put(alias + "_" + state, condition));
        }
        return names;
    }

    private static String column(String alias, Quoting quoting, @Nullable String name) {
        return alias + "." + quoting.quote(String.valueOf(name));
    }

    private static Map<String, String> byWords(String status, OutboxLayout.Words words, Quoting quoting) {
        String waits = status + " = " + quoting.literal(words.pending());
        String held = status + " = " + quoting.literal(words.processing());
        return Map.of(
                "waits", waits,
                "held", held,
                "unfinished", waits + " OR " + held,
                "done", status + " = " + quoting.literal(words.completed()),
                "dead", status + " = " + quoting.literal(words.failed()));
    }

    private static Map<String, String> byMoments(String done, String heldUntil, String never) {
        String open = done + " IS NULL AND ";
        return Map.of(
                "waits", open + heldUntil + " IS NULL",
                "held", open + heldUntil + " < " + never,
                "unfinished", open + "(" + heldUntil + " IS NULL OR " + heldUntil + " < " + never + ")",
                "done", done + " IS NOT NULL",
                "dead", open + heldUntil + " = " + never);
    }

    /** What a statement has to know of a layout besides its names. */
    public static Set<String> flags(OutboxLayout layout) {
        Set<String> flags = new HashSet<>();
        if (layout.states() instanceof OutboxLayout.Moments) {
            flags.add("moments");
        }
        if (layout.recordsFailuresAside()) {
            flags.add("aside");
        }
        return flags;
    }
}
