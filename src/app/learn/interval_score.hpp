// How good an interval is that should hold the truth with a stated probability: its width, and a
// fine of 2/alpha times the distance where it does not hold it (Gneiting and Raftery, Strictly
// Proper Scoring Rules, J. Am. Stat. Assoc. 102, 2007, equation 43). Less is better, and nobody
// can expect less than by stating the quantiles he believes in.
//
// Widths and distances are those of logarithms: half and twice are equally far off. Ends are
// brought into a range that every answer lies in, so that a point, zero and an endless interval
// have a finite score, too.
#pragma once

namespace gpumodel {

inline constexpr double stated_coverage = 0.8;
inline constexpr double least_scored = 1e-18, most_scored = 1e18;  // SI

// In natural logarithms: an interval from 1 to e that holds the truth has 1.
double interval_score(double low, double high, double truth);

// As a share of a question's points: 1 for a score of 0, none from this score on.
inline constexpr double worthless_score = 2.0;
double interval_credit(double score);

}  // namespace gpumodel
