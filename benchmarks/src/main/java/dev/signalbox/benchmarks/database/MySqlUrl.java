package dev.signalbox.benchmarks.database;

/**
 * The address of a server, without the database of its URL.
 *
 * @param server ends with a slash
 * @param parameters from the question mark on; may be empty
 */
record MySqlUrl(String server, String parameters) {
    static MySqlUrl parse(String url) {
        int question = url.indexOf('?');
        String place = question < 0 ? url : url.substring(0, question);
        String parameters = question < 0 ? "" : url.substring(question);
        int hosts = place.indexOf("//");
        int slash = hosts < 0 ? -1 : place.indexOf('/', hosts + 2);
        return new MySqlUrl(slash < 0 ? place + "/" : place.substring(0, slash + 1), parameters);
    }

    /** The URL of this database. */
    String of(String database) {
        return server + database + parameters;
    }
}
