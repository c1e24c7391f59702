package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** SQL conditions for the states of a layout. */
public final class StateConditions {
    /** The aliases that statements give to the table. */
    private static final List<String> ALIASES = List.of("t", "b", "f");

    private StateConditions() {}

    /**
     * Conditions for each state under each alias of the table, as in {@code t_waits}; and for the waiting rows that a
     * claim may take, as in {@code t_wanted}.
     *
     * @param never the timestamp that marks a dead letter, as a literal
     * @param parked a query that finds a row if a message is recorded as a dead letter; {@code %s} are the relay and
     *     the id
     */
    public static Map<String, String> conditions(
            OutboxLayout layout, Quoting quoting, String never, String parked, CreationPeriod.TimestampSql times) {
        Map<String, String> names = new HashMap<>();
        names.put("never", never);
        for (String alias : ALIASES) {
            Map<String, String> states = switch (layout.stateEncoding()) {
                case OutboxLayout.StatusWords words ->
                    byWords(column(alias, quoting, layout.columns().status()), words, quoting);
                case OutboxLayout.StateTimestamps() ->
                    byMoments(
                            column(alias, quoting, layout.columns().processedAt()),
                            column(alias, quoting, layout.columns().heldUntil()),
                            never);
                case OutboxLayout.SentOnly(String relay) ->
                    bySent(
                            unsent(layout, quoting, alias + "."),
                            relay == null
                                    ? null
                                    : parked.formatted(
                                            quoting.literal(relay),
                                            column(
                                                    alias,
                                                    quoting,
                                                    layout.columns().id())));
            };
            states.forEach((state, condition) -> names.put(alias + "_" + state, condition));
            String created = column(alias, quoting, layout.columns().createdAt());
            names.put(
                    alias + "_wanted",
                    states.get("waits") + layout.creationPeriod().condition(created, times));
        }
        return names;
    }

    private static String column(String alias, Quoting quoting, @Nullable String name) {
        return alias + "." + quoting.quote(String.valueOf(name));
    }

    private static Map<String, String> byWords(String status, OutboxLayout.StatusWords words, Quoting quoting) {
        String waits = status + " = " + quoting.literal(words.pending());
        String held = words.processing() == null ? "FALSE" : status + " = " + quoting.literal(words.processing());
        return Map.of(
                "waits",
                waits,
                "held",
                held,
                "unfinished",
                words.processing() == null ? waits : waits + " OR " + held,
                "done",
                status + " = " + quoting.literal(words.completed()),
                "dead",
                status + " = " + quoting.literal(words.failed()));
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

    private static Map<String, String> bySent(String unsent, @Nullable String parked) {
        return Map.of(
                "waits", parked == null ? unsent : unsent + " AND NOT EXISTS (" + parked + ")",
                "held", "FALSE",
                "unfinished", parked == null ? unsent : unsent + " AND NOT EXISTS (" + parked + ")",
                "done", "NOT (" + unsent + ")",
                "dead", parked == null ? "FALSE" : unsent + " AND EXISTS (" + parked + ")");
    }

    /**
     * The condition that a row is not sent, for layouts that record only that.
     *
     * @param alias the prefix of the columns, with a dot; or empty
     */
    public static String unsent(OutboxLayout layout, Quoting quoting, String alias) {
        String flag = layout.columns().status();
        return flag == null
                ? alias + quoting.quote(String.valueOf(layout.columns().processedAt())) + " IS NULL"
                : alias + quoting.quote(flag) + " = FALSE";
    }

    /**
     * The assignments to the columns that say whether a row was sent.
     *
     * @param flag the new value of the flag
     * @param time the new value of the time
     */
    public static String sentAs(OutboxLayout layout, Quoting quoting, String alias, String flag, String time) {
        List<String> changes = new ArrayList<>();
        OutboxLayout.Columns columns = layout.columns();
        if (columns.status() != null) {
            changes.add(alias + quoting.quote(columns.status()) + " = " + flag);
        }
        if (columns.processedAt() != null) {
            changes.add(alias + quoting.quote(columns.processedAt()) + " = " + time);
        }
        return String.join(", ", changes);
    }

    /** SQL for the type of a message. */
    public static String type(OutboxLayout layout, Quoting quoting, String alias) {
        String column = layout.columns().type();
        return column == null ? quoting.literal(String.valueOf(layout.type())) : alias + "." + quoting.quote(column);
    }
}
