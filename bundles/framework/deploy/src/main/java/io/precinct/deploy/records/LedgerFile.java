package io.precinct.deploy.records;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.deploy.records.Ledger.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger on disk, {@code generations.json}. It is replaced atomically, so that a crash leaves the old or the new
 * one.
 */
public final class LedgerFile {
    private static final int FORMAT = 1;

    private final Path file;

    public LedgerFile(Path file) {
        this.file = file;
    }

    /**
     * The ledger that was written last; empty if none was written.
     *
     * @throws IOException if the file cannot be read, or has another format
     */
    public Ledger read() throws IOException {
        if (!Files.exists(file)) {
            return Ledger.EMPTY;
        }
        try {
            return ledger(StoredFile.read(Files.readString(file)));
        } catch (IOException | ClassCastException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    public void write(Ledger ledger) throws IOException {
        StoredFile.replace(file, Json.compactBytes(data(ledger)));
    }

    private static Object data(Ledger ledger) {
        var bundles = Data.mapBuilder();
        ledger.histories()
                .forEach((bundle, history) -> bundles.put(
                        bundle,
                        Data.map(
                                "present",
                                history.present() == null ? null : data(history.present()),
                                "earlier",
                                history.earlier().stream().map(LedgerFile::data).toList())));
        var folder = Data.mapBuilder();
        ledger.folder().forEach((path, sha256) -> folder.put(path.toString(), sha256));
        return Data.map("format", FORMAT, "bundles", bundles.build(), "folder", folder.build());
    }

    private static Map<String, @Nullable Object> data(AcceptedGeneration accepted) {
        Path file = accepted.folderFile();
        return Data.map(
                "folder_file",
                file == null ? null : file.toString(),
                "taken_out",
                accepted.takenOut(),
                "outcome",
                StoredOutcome.of(accepted.outcome()));
    }

    private static Ledger ledger(Map<String, @Nullable Object> data) throws IOException {
        if (!Integer.valueOf(FORMAT).equals(data.get("format"))) {
            throw new IOException("it has format " + data.get("format") + ", and this version reads " + FORMAT);
        }
        Map<String, History> histories = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : StoredFile.map(data, "bundles").entrySet()) {
            Map<?, ?> history = (Map<?, ?>) entry.getValue();
            List<AcceptedGeneration> earlier = new ArrayList<>();
            if (history.get("earlier") instanceof List<?> list) {
                for (Object one : list) {
                    earlier.add(accepted((Map<?, ?>) one));
                }
            }
            AcceptedGeneration present = history.get("present") instanceof Map<?, ?> map ? accepted(map) : null;
            histories.put(String.valueOf(entry.getKey()), new History(present, earlier));
        }
        Map<Path, String> folder = new LinkedHashMap<>();
        StoredFile.map(data, "folder").forEach((path, sha256) -> folder.put(Path.of((String) path), (String) sha256));
        return new Ledger(histories, folder);
    }

    private static AcceptedGeneration accepted(Map<?, ?> data) throws IOException {
        String file = (String) data.get("folder_file");
        Outcome outcome = StoredOutcome.read(StoredFile.map(data, "outcome"));
        // Files of earlier versions lack this member.
        boolean takenOut = Boolean.TRUE.equals(data.get("taken_out"));
        return new AcceptedGeneration(file == null ? null : Path.of(file), outcome, takenOut);
    }
}
