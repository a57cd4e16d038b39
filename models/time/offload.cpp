#include "models/time/offload.hpp"

#include "models/time/launches_until.hpp"

namespace gpumodel {

Estimate<double> speedup(const Estimate<Seconds>& before, const Estimate<Seconds>& after) {
  return {speedup(before.value, after.value), speedup(before.low, after.high),
          speedup(before.high, after.low)};
}

Offloading offloading(const Model& model, const Question& question, const Prediction& prediction) {
  Question again = question;
  again.cache = CacheStart::warm;
  Prediction later = prediction;
  predict_again(model, again, later);

  const TermTree& terms = prediction.terms;
  const Estimate<Seconds>& loop = terms[prediction.host->term].time;
  const Estimate<Seconds>& whole = terms[prediction.offload].time;
  Offloading found;
  found.kernel_alone = speedup(loop, terms[prediction.kernel].time);
  found.first_use = speedup(loop, whole);
  found.later_kernel = later.terms[later.kernel].time;
  found.later_loop = later.terms[later.host->term].time;
  const Estimate<Seconds>& kernel2 = found.later_kernel;
  const Estimate<Seconds>& loop2 = found.later_loop;
  found.pays_from = {launches_until(whole.value - loop.value, loop2.value - kernel2.value),
                     launches_until(whole.low - loop.high, loop2.high - kernel2.low),
                     launches_until(whole.high - loop.low, loop2.low - kernel2.high)};
  return found;
}

}  // namespace gpumodel
