package dev.signalbox.jdbc.fault;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.fault.TableFault.Remedy;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A CHECK constraint of an outbox table.
 *
 * @param expression its condition, as the database shows it
 * @param columns the names of the columns in it
 */
public record CheckConstraint(String name, String expression, List<String> columns) {
    /** The names and the expression of a constraint that replaces this one. */
    public interface Replacement {
        /** The statement that replaces the constraint by one with another condition. */
        String by(CheckConstraint constraint, String expression);
    }

    /** The fault that these writes are refused. */
    public TableFault refuses(List<RowWrite> writes, OutboxLayout layout, Quoting quoting, Replacement replacement) {
        List<String> keys = layout.columns().byKey().entrySet().stream()
                .filter(column -> columns.contains(column.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        String refused = writes.stream()
                .map(write -> "%s (%s)".formatted(write.message(), write.described(layout, keys)))
                .collect(Collectors.joining(" and "));
        String problem = "column %s: the constraint %s, CHECK (%s), refuses %s; needed is a constraint that allows this"
                .formatted(
                        keys.stream()
                                .filter(key -> writes.getFirst().values().containsKey(key))
                                .map(key -> layout.columns().byKey().get(key))
                                .collect(Collectors.joining(", ")),
                        name,
                        expression,
                        refused);
        return TableFault.failing(problem, remedy(writes, layout, quoting, replacement));
    }

    /** If words are refused, a wider constraint allows them whatever else it demands. */
    private Remedy remedy(List<RowWrite> writes, OutboxLayout layout, Quoting quoting, Replacement replacement) {
        String status = layout.columns().status();
        if (status == null
                || !columns.contains(status)
                || writes.stream().anyMatch(write -> write.words().isEmpty())) {
            return Remedy.none("only the application knows whether its rule may be relaxed");
        }
        String words = new TreeSet<>(
                        writes.stream().flatMap(write -> write.words().stream()).toList())
                .stream().map(quoting::literal).collect(Collectors.joining(", "));
        return new Remedy(
                List.of(replacement.by(this, "(%s) OR %s IN (%s)".formatted(expression, quoting.quote(status), words))),
                "the table is locked while its rows are checked");
    }
}
