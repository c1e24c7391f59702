package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationReferenceTest {
    @Test
    void theCommittedPageIsTheOneThatTheCodeMakes() throws IOException {
        Path page = Path.of(System.getProperty("signalbox.root", ".."), "docs", "configuration.md");

        assertThat(Files.readString(page).equals(ConfigurationReference.markdown()))
                .as("docs/configuration.md is what `./signalbox config reference` prints")
                .isTrue();
    }

    @Test
    void everySettingIsOnThePage() {
        String page = ConfigurationReference.markdown();

        assertThat(AllSettings.CATALOG.all())
                .allSatisfy(setting -> assertThat(page).contains(" | " + setting.description() + " |"));
    }

    @Test
    void everySettingIsDescribedByOneSentence() {
        assertThat(AllSettings.CATALOG.all()).allSatisfy(setting -> {
            assertThat(setting.description()).endsWith(".").doesNotContain("|");
            assertThat(setting.kind().allowed()).doesNotContain("|");
        });
    }

    @Test
    void everyKeyIsFoundByItsOwnName() {
        assertThat(AllSettings.CATALOG.all())
                .allSatisfy(setting -> assertThat(AllSettings.CATALOG
                                .match(setting.keyFor("x/0"))
                                .orElseThrow()
                                .setting())
                        .isEqualTo(setting));
    }
}
