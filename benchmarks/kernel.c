/* true_logistic for many events of one length, as fast as one core can: the limit to compare with.
 *
 * Blocks of 64 events, one game of all 64 after the other, so that the compiler puts events side
 * by side into vector registers. The formulas are those of perfkit/solver.py: strengths
 * q = 10^(R/400), expected score x/(x + q), a start from mean and spread, and the rational step
 * x *= (1 + t)/(1 - t). All in double precision; a block ends when its last step leaves an error
 * below 1e-9 points (a step of s points leaves less than s^2/174). Events with score 0 or n are
 * answered with an infinity by the caller.
 */
#include <math.h>

#define WIDTH 64
#define MOST_GAMES 64
#define SCALE 173.71779276130073 /* 400 / ln 10 */
#define NORMAL_WIDTH2 (277.0 * 277.0)

static double block(const double *ratings, int n, const double *scores, int width, double *out)
{
    static _Thread_local double q[MOST_GAMES][WIDTH];
    double x[WIDTH], sum[WIDTH], squares[WIDTH], score[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
        score[i] = scores[i < width ? i : width - 1];
        sum[i] = squares[i] = 0.0;
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < WIDTH; i++)
            q[j][i] = ratings[(i < width ? i : width - 1) * n + j];
        for (int i = 0; i < WIDTH; i++) {
            sum[i] += q[j][i];
            squares[i] += q[j][i] * q[j][i];
            q[j][i] = exp(q[j][i] * (1.0 / SCALE));
        }
    }
    for (int i = 0; i < WIDTH; i++) {
        double mean = sum[i] / n, variance = fmax(squares[i] / n - mean * mean, 0.0);
        double odds = log(score[i] / (n - score[i]));
        x[i] = exp(mean * (1.0 / SCALE) + odds * sqrt(1.0 + variance * (1.0 / NORMAL_WIDTH2)));
    }
    double largest = 1.0;
    for (int step = 0; step < 12 && largest > 3e-4 / (2.0 * SCALE); step++) {
        for (int i = 0; i < WIDTH; i++)
            sum[i] = squares[i] = 0.0;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < WIDTH; i++) {
                double e = x[i] / (x[i] + q[j][i]);
                sum[i] += e;
                squares[i] += e * e;
            }
        largest = 0.0;
        for (int i = 0; i < WIDTH; i++) {
            double g = sum[i], lost = n - g, slope = g - squares[i];
            double t = g * lost * (score[i] - g)
                       / (slope * (score[i] * lost + g * (n - score[i])));
            x[i] *= (1.0 + t) / (1.0 - t);
            largest = fmax(largest, fabs(t));
        }
    }
    for (int i = 0; i < WIDTH; i++)
        score[i] = SCALE * log(x[i]);
    for (int i = 0; i < width; i++)
        out[i] = score[i];
    return largest;
}

/* Solve `events` events of n games each; the largest last half-step is given back as a check. */
double solve(const double *ratings, int n, const double *scores, long events, double *out)
{
    double largest = 0.0;
    for (long at = 0; at < events; at += WIDTH) {
        int width = events - at < WIDTH ? (int)(events - at) : WIDTH;
        largest = fmax(largest, block(ratings + at * n, n, scores + at, width, out + at));
    }
    return largest;
}
