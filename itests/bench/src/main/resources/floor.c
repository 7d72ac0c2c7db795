// The floor of extraction: parses every file named on stdin and runs a query over its tree, as plainly as C can.
// floor QUERY-FILE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_java(void);

static char *content(const char *path, uint32_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    *length = (uint32_t) ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    if (!bytes || fread(bytes, 1, *length, file) != *length) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fputs("floor QUERY-FILE: names of files on stdin\n", stderr);
        return 1;
    }
    uint32_t length;
    char *text = content(arguments[1], &length);
    uint32_t offset;
    TSQueryError fault;
    TSQuery *query = ts_query_new(tree_sitter_java(), text, length, &offset, &fault);
    if (!query) {
        fprintf(stderr, "the query is wrong at byte %u, kind %d\n", offset, fault);
        return 1;
    }
    TSParser *parser = ts_parser_new();
    if (!ts_parser_set_language(parser, tree_sitter_java())) {
        fputs("the core does not take the grammar's ABI\n", stderr);
        return 1;
    }
    TSQueryCursor *cursor = ts_query_cursor_new();
    char path[4096];
    long files = 0;
    long matches = 0;
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = 0;
        char *bytes = content(path, &length);
        TSTree *tree = ts_parser_parse_string(parser, NULL, bytes, length);
        TSQueryMatch match;
        ts_query_cursor_exec(cursor, query, ts_tree_root_node(tree));
        while (ts_query_cursor_next_match(cursor, &match)) {
            matches++;
        }
        ts_tree_delete(tree);
        free(bytes);
        files++;
    }
    fprintf(stderr, "%ld files, %ld matches\n", files, matches);
    return 0;
}
