package dev.signalbox.embedded.mysql;

import java.lang.module.ModuleDescriptor.Version;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The two compatible servers, and their differences. */
public enum MySqlBrand {
    // --rpm keeps the installer from giving the system's PAM plugin to our account.
    MARIADB("MariaDB", "mariadbd", "mariadb-install-db --rpm --skip-test-db", "10.6", """
            Debian, Ubuntu:  sudo apt install mariadb-server
            Fedora:          sudo dnf install mariadb-server
            Homebrew:        brew install mariadb"""),
    MYSQL("MySQL", "mysqld", "mysqld --initialize-insecure", "8.0", """
            Ubuntu:    sudo apt install mysql-server (Debian: see https://dev.mysql.com/downloads/repo/apt/)
            Fedora:    sudo dnf install mysql-server
            Homebrew:  brew install mysql""");

    private static final Pattern VERSION = Pattern.compile("\\bVer (\\d{1,4}\\.\\d{1,4})");

    private final String title;
    final String program;
    private final String initialization;
    private final String oldest;
    final String howToInstall;

    MySqlBrand(String title, String program, String initialization, String oldest, String howToInstall) {
        this.title = title;
        this.program = program;
        this.initialization = initialization;
        this.oldest = oldest;
        this.howToInstall = howToInstall;
    }

    public String title() {
        return title;
    }

    public String client() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The file name of the program that initializes an empty data folder. */
    String initializer() {
        return initialization.substring(0, initialization.indexOf(' '));
    }

    String initializerOptions() {
        return initialization.substring(initialization.indexOf(' ') + 1);
    }

    String variable() {
        return "SIGNALBOX_" + name() + "D";
    }

    /** Why a program with this output for {@code --version} is not a server of this brand; empty if it is one. */
    String objection(String said) {
        MatchResult found = VERSION.matcher(said).results().findFirst().orElse(null);
        if (found == null) {
            return "does not tell its version";
        }
        MySqlBrand brand = said.contains("MariaDB") ? MARIADB : MYSQL;
        if (brand != this) {
            return "is " + brand.title;
        }
        Version version = Version.parse(found.group(1));
        return version.compareTo(Version.parse(oldest)) < 0
                ? "is " + title + " " + found.group(1) + ", older than " + oldest
                : "";
    }
}
