package dev.signalbox.server.web;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.json.PageWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/**
 * What the addresses of all kinds of registry entries have in common: a list, one entry, and a change of it. The address of the
 * list stands at the subclass.
 *
 * @param <E> the entry
 */
abstract class RegistryController<E> {
    static final String ONE = "/{id}";

    private final String kind;
    private final JsonWriter.ItemWriter<E> writer;

    /** @param kind what an entry is called in a problem */
    RegistryController(String kind, JsonWriter.ItemWriter<E> writer) {
        this.kind = kind;
        this.writer = writer;
    }

    abstract ResultPage<E> page(HttpServletRequest request) throws StoreException;

    abstract Optional<E> find(String id) throws StoreException;

    /** Empty if the entry was deleted since it was read. */
    abstract Optional<E> change(E present, byte[] body)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException;

    @GetMapping
    final ResponseEntity<byte[]> list(HttpServletRequest request) throws StoreException {
        return JsonContent.ok(PageWriter.page(page(request), writer));
    }

    @GetMapping(ONE)
    final ResponseEntity<byte[]> one(@PathVariable String id) throws StoreException {
        return answer(id, find(id));
    }

    @RequestMapping(
            path = ONE,
            method = {RequestMethod.PUT, RequestMethod.PATCH})
    final ResponseEntity<byte[]> change(@PathVariable String id, HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        E present = present(id);
        return answer(id, change(present, JsonContent.read(request)));
    }

    /** A text that can't be an id is the id of nothing. */
    final Tsid parse(String id) {
        return PlatformParams.pathId(kind, id);
    }

    final E present(String id) throws StoreException {
        return found(id, find(id));
    }

    final <T> T found(String id, Optional<T> entry) {
        return entry.orElseThrow(() -> ProblemException.noSuch(kind, id));
    }

    final ResponseEntity<byte[]> answer(String id, Optional<E> entry) {
        E found = found(id, entry);
        return JsonContent.ok(JsonWriter.object(out -> writer.write(out, found)));
    }

    final ResponseEntity<Void> deleted(String id, boolean existed) {
        if (!existed) {
            throw ProblemException.noSuch(kind, id);
        }
        return ResponseEntity.noContent().build();
    }
}
