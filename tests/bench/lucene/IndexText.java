import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.FSDirectory;

/**
 * Indexes the files of a folder as passages: java IndexText.java SOURCE INDEX. Everything is done by one thread: reading,
 * cutting at empty lines, analysis, writing, merging, commit. Prints the passages and the seconds without Java's own start.
 */
public class IndexText {
    /** About as long as the passages beside it. */
    static final int PASSAGE_CHARACTERS = 1400;

    public static void main(String[] arguments) throws Exception {
        List<Path> files;
        try (Stream<Path> listed = Files.list(Path.of(arguments[0]))) {
            files = listed.sorted().collect(Collectors.toList());
        }
        long started = System.nanoTime();
        int passages = 0;
        IndexWriterConfig settings = new IndexWriterConfig(new EnglishAnalyzer());
        settings.setMergeScheduler(new SerialMergeScheduler());
        settings.setRAMBufferSizeMB(256);
        settings.setUseCompoundFile(false);
        try (FSDirectory folder = FSDirectory.open(Path.of(arguments[1]));
                IndexWriter writer = new IndexWriter(folder, settings)) {
            for (Path file : files) {
                String text = Files.readString(file, StandardCharsets.UTF_8);
                String title = file.getFileName().toString();
                int start = 0;
                while (start < text.length()) {
                    int end = text.indexOf("\n\n", Math.min(text.length(), start + PASSAGE_CHARACTERS));
                    end = end < 0 ? text.length() : end + 2;
                    Document passage = new Document();
                    passage.add(new TextField("title", title, Field.Store.YES));
                    passage.add(new TextField("body", text.substring(start, end), Field.Store.YES));
                    passage.add(new StoredField("start", start));
                    passage.add(new StoredField("end", end));
                    writer.addDocument(passage);
                    passages++;
                    start = end;
                }
            }
            writer.commit();
        }
        System.out.println(passages + " " + (System.nanoTime() - started) / 1e9);
    }
}
