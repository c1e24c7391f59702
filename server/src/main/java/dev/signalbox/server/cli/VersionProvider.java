package dev.signalbox.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Reads the version that the build recorded. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = VersionProvider.class.getResourceAsStream("/dev/signalbox/server/version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        }
        return new String[] {"signalbox " + properties.getProperty("version", "unknown")};
    }
}
