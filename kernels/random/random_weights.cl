// SPDX-License-Identifier: Apache-2.0
// Replaces weights by their running sums, in place. One work-item does it and carries along what each addition loses
// (Neumaier, 1974). status[0] receives the first place whose weight is negative or not finite; n if the sum is 0 or
// overflows; otherwise -1.

KILN_KERNEL void random_weights(KILN_ARG(KILN_FLOAT, sums), KILN_ARG(long, status), long n) {
  KILN_PTR(KILN_FLOAT, sums);
  KILN_PTR(long, status);
  KILN_FLOAT sum = 0, lost = 0, last = 0;
  long bad = -1;
  for (long i = 0; i < n; ++i) {
    const KILN_FLOAT x = sums[i], next = sum + x;
    if (!(x >= 0 && x < (KILN_FLOAT)INFINITY) && bad < 0) bad = i;
    lost += sum >= x ? (sum - next) + x : (x - next) + sum;
    sum = next;
    const KILN_FLOAT both = sum + lost;
    last = both > last ? both : last;
    sums[i] = last;
  }
  if (bad < 0 && !(last > 0 && sum < (KILN_FLOAT)INFINITY)) bad = n;
  status[0] = bad;
}
