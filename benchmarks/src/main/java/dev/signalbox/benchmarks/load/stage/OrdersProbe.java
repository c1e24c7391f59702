package dev.signalbox.benchmarks.load.stage;

import dev.signalbox.benchmarks.report.Figure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Looks at the outbox table and at the process of Signalbox. */
final class OrdersProbe implements Probe {
    private static final double MEGABYTE = 1 << 20;
    private static final double KILOBYTES = 1 << 10;

    private final Connection connection;
    private final String question;
    private final Path processStatus;

    OrdersProbe(Connection connection, long pid) throws IOException {
        this.connection = connection;
        this.processStatus = Path.of("/proc", String.valueOf(pid), "status");
        try (InputStream in = Objects.requireNonNull(OrdersProbe.class.getResourceAsStream("look.sql"))) {
            this.question = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public Map<Figure, Double> look() throws IOException {
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            figures.put(Figure.WAITING, row.getDouble("waiting"));
            figures.put(Figure.DEAD_ROWS, row.getDouble("dead_rows"));
            figures.put(Figure.TABLE_MEGABYTES, row.getDouble("bytes") / MEGABYTE);
            figures.put(Figure.CONNECTIONS, row.getDouble("connections"));
        } catch (SQLException e) {
            throw new IOException("the outbox table cannot be looked at: " + e.getMessage(), e);
        }
        residentMegabytes().ifPresent(size -> figures.put(Figure.RSS_MEGABYTES, size));
        return figures;
    }

    /** Empty where the system does not tell. */
    private Optional<Double> residentMegabytes() throws IOException {
        if (!Files.isReadable(processStatus)) {
            return Optional.empty();
        }
        return Files.readAllLines(processStatus).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / KILOBYTES)
                .findFirst();
    }
}
