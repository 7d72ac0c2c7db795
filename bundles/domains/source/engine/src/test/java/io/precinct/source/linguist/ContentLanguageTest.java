package io.precinct.source.linguist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentLanguageTest {
    private static String told(String path, String content) {
        return told(path, content, true);
    }

    private static String told(String path, String content, boolean whole) {
        return ContentLanguage.told(path, content.getBytes(StandardCharsets.UTF_8), whole).stream()
                .map(KnownLanguage::name)
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "#!/usr/bin/env python3,Python",
        "#!/usr/bin/python3.12 -u,Python",
        "#! /bin/sh -e,Shell",
        "#!/usr/bin/env -S VAR=1 node --x,JavaScript TypeScript",
        "#!/usr/bin/env perl -w,Perl Pod",
        "#!/usr/bin/env busybox,Shell",
        "#!/bin/zsh,Zsh",
        "#!/usr/bin/env,''",
        "#!,''",
        "#!/opt/own/thing,''",
        "python3,''"
    })
    void aScriptIsInTheLanguageOfItsInterpreter(String line, String language) {
        assertThat(told("run", line + "\nmore\n")).isEqualTo(language);
    }

    @Test
    void aShellThatHandsItsFileOnDoesNotCount() {
        assertThat(told("run", "#!/bin/sh\n'''exec' \"/opt/my venv/bin/python3\" \"$0\" \"$@\"\n' '''\nimport os\n"))
                .isEqualTo("Shell"); // a path with a space is no name of a program
        assertThat(told("run", "#!/bin/sh\n'''exec' /opt/venv/bin/python3 \"$0\" \"$@\"\n' '''\nimport os\n"))
                .isEqualTo("Python");
        assertThat(told("run", "#!/bin/sh\n# the next line is for tcl \\\nexec tclsh \"$0\" \"$@\"\n"))
                .isEqualTo("Tcl");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "# -*- ruby -*-|Ruby",
                "// -*- mode: C++; tab-width: 4 -*-|C++",
                "# -*- coding: utf-8; mode: python -*-|Python",
                "# -*- coding: utf-8 -*-|''",
                "# vim: set ft=ruby ts=2 :|Ruby",
                "# vim: ts=4:filetype=perl|Perl",
                "/* vim: set ts=4 sw=4 */|''",
                "# vim600: syntax=php|PHP",
                "# ex: ft=sh|Shell",
                "index: ft=sh|''",
                "# vim: ft=nonsense|''"
            })
    void anEditorsLineNamesTheLanguage(String line, String language) {
        assertThat(told("thing", line + "\nmore\n")).isEqualTo(language);
        String text = "\n".repeat(100);
        assertThat(told("thing", text + line + "\nlast\n")).as("at the end").isEqualTo(language);
        assertThat(told("thing", text + line, false)).as("not the end").isEmpty();
        assertThat(told("thing", text + line + text)).as("in the middle").isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.h|namespace x {}|C++",
                "a.h|@interface Foo : NSObject|Objective-C",
                "a.h|int f(void);|''",
                "a.m|@implementation Foo|Objective-C",
                "a.m|% y is f of x|MATLAB",
                "a.m|:- module foo.|Mercury",
                "a.pl|:- use_module(library(lists)).|Prolog",
                "a.pl|use strict;|Perl",
                "a.v|module counter(input clk);|Verilog",
                "a.v|Proof.|Coq",
                "app_de.ts|<TS version=\"2.1\">|XML",
                "app.ts|export const a = 1|''",
                "a.java|namespace x {}|''"
            })
    void contentTellsLanguagesApartThatShareAnEnding(String path, String content, String language) {
        assertThat(told(path, content + "\n")).isIn(language, language.replace("Coq", "Rocq_Prover"));
    }

    @Test
    @Timeout(5)
    void aLongFirstLineTakesNoTime() {
        assertThat(told("run", "#!" + "1".repeat(60_000) + "x")).isEmpty();
        assertThat(told("run", "#!/bin/" + "1".repeat(400) + "x\n")).isEmpty();
    }

    @Test
    void everyExpressionOfTheRulesCanBeCompiled() {
        ContentRules.compileAll();
    }
}
