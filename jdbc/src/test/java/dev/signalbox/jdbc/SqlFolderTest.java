package dev.signalbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SqlFolderTest {
    @Test
    void aResourceThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> SqlFolder.beside(SqlFolderTest.class).template("missing.sql"))
                .hasMessage("no resource missing.sql beside " + SqlFolderTest.class.getName());
    }

    @Test
    void aDeclaredNameThatNoResourceHasIsAnError() {
        SqlFolder folder = SqlFolder.beside(SqlFolderTest.class, "table  other");
        assertThat(folder.template("folder-test.sql").fill(Map.of("table", "t")).text())
                .isEqualTo("SELECT 1 FROM t");
        assertThatThrownBy(folder::checkAllNamesUsed)
                .hasMessage("no resource beside %s has the names [other]".formatted(SqlFolderTest.class.getName()));
    }
}
