package dev.signalbox.example.notifications.event;

import dev.signalbox.example.notifications.event.Parties.Party;
import dev.signalbox.example.web.InvalidFieldsException;
import dev.signalbox.example.web.InvalidFieldsException.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
public record Directory(JdbcClient database) {
    /** @throws InvalidFieldsException if one of them is unknown, with the member of the request that names it */
    public Parties parties(long restaurantId, long customerId, @Nullable Long agencyId) {
        List<Fault> faults = new ArrayList<>();
        Party restaurant = party("restaurant", restaurantId, faults);
        Party customer = party("customer", customerId, faults);
        Party agency = agencyId == null ? null : party("agency", agencyId, faults);
        if (!faults.isEmpty()) {
            throw new InvalidFieldsException(faults);
        }
        return new Parties(Objects.requireNonNull(restaurant), Objects.requireNonNull(customer), agency);
    }

    private @Nullable Party party(String table, long id, List<Fault> faults) {
        Party found = database.sql("SELECT id, name FROM " + table + " WHERE id = ?")
                .param(id)
                .query((row, _) -> new Party(row.getLong("id"), row.getString("name")))
                .optional()
                .orElse(null);
        if (found == null) {
            faults.add(new Fault(table + "Id", "names no " + table + " that is known here: " + id));
        }
        return found;
    }
}
