package dev.signalbox.demo.database;

import dev.signalbox.embedded.files.RunFolder;
import java.io.IOException;
import java.sql.SQLException;

/** A database server that is installed here, or bundled with the demo. */
@FunctionalInterface
public interface Installation {
    /** Starts a private server in a folder, with the shop's tables. */
    ShopDatabase start(RunFolder folder) throws IOException, InterruptedException, SQLException;
}
