"""Words that mutations put into files. NaN and infinity are spelled so that a program that prints
"nan" or "inf" printed a number of its own."""

SIZES = ["0", "1", "2", "3", "7", "31", "33", "64", "100", "1000", "1023", "4095", "65536",
         "1048576", "16777216", "0.5", "1.5", "2147483648", "1000000000000"]
NUMBERS = ["0", "-1", "-0.0", "1", "3", "0.5", "1e-300", "5e-324", "1e18", "1e300", "1.7e308",
           "1e308", "1e999", "-1e999", ".NaN", "NaN", ".Inf", "Infinity", "2^31", "2^40", "2^62",
           "2^63", "-2^63", "9223372036854775807", "9223372036854775808", "1000000007",
           "4294967296", "65536", "1 / 3", "0x10", "1_0", "007", "1e5", "10^6", "~", "unknown"]
CHANGED = ["({}) + 1", "({}) - 1", "2 * ({})", "({}) / 2", "min({}, 7)", "max({}, 1000)",
           "({}) % 32", "1000 * ({})", "-({})", "0 * ({})", "ceil_div({}, 3)"]
EXPRESSIONS = ["1 / 0", "1 % 0", "0 / 0", "log2(0)", "sqrt(-1)", "2^63 - 1", "ceil_div(1, 0)",
               "nobody", "nobody * 0", "global.x", "thread.x * 2^62", "lane / 0", "1 +", "min()",
               "max(1)", "abs(-2^62 - 2^62)", "((((((1))))))", "(" * 200, "1" * 400,
               "-" * 300 + "1", "block_index.x - 1", "global.x + 1000", "iteration", "chunk % 0",
               "thread.x % (thread.x - thread.x)", "streams", "devices - 1", "-1 + 0 * 2^62",
               "global.x * 7919 % 100003", "1 || 1 / 0", "0 && nobody", "2^2^2^2^2", "10^-400"]
LOOPS = ["0..1", "0..4", "0..33", "0..1000", "0..lane", "0..global.x % 7", "0..block_index.x",
         "0..(global.x * 7919) % 100003", "thread.x..100", "0..10^6"]
RANGES = LOOPS + ["0..0", "5..0", "0..2^40", "0..2^62", "0..global.x", "global.x..0", "-5..5",
                  "0..1/0", "thread.x..10000", "0..nobody"]
TEXTS = ["", " ", "\x1b[31mred\x1b]0;title\x07", "\u009b31m", "\u202eabc\u2066", "a\ufffeb",
         "a\nb", "a\r\nb", "\x7f\x00", "=HYPERLINK(1)", "+1+1", "@SUM(1)", "<script>x</script>",
         "]]>&amp;<!--", "a|b", "`x` **y** [z](w)", "..", "/", "/dev/null", "../../etc/passwd",
         "x" * 300, "x" * 9000, "\u00e9" * 50, "\u2028", "%s%n{}", "$(id)", "--force", "-", "null",
         "true", "*a", "&a", "!!binary x", "nobody", "0", "\ud7ff", "\U0001f600"]
CHARACTERS = ["\0", "\t", "\r", "{", "}", "[", "]", ":", "'", '"', "#", "&a ", "*a ", "|", "\x85",
              "\x1b", "\ufeff", "\u202e", "\ufffe", "- ", "? ", "---\n", "...\n", ""]
