// The functions of an exported C header: C versions of plain_projection.hpp, quantized.hpp, vote.hpp and
// scores.hpp; tests/export compares the two. NAME_ and name_ are replaced by the prefix.
#pragma once

namespace tanda::internal::c_code {

/// For the comment at the top of the header: how the functions are used.
inline constexpr const char* usage = R"( *
 *   float x[NAME_INPUTS] = { ... }, y[NAME_OUTPUTS];
 *   if (name_selftest() != 0) { ... }    once, at the start
 *   name_project(x, y);
)";
inline constexpr const char* usage_label = R"( *   const char* label = name_class_names[name_classify(x)];
 *   float scores[NAME_CLASSES];          how sure that is: for each class a number in 0..1, together 1
 *   name_scores(y, scores);
)";

/// Precedes the data. C99 has no alignas, and C++ has another name for C11's.
inline constexpr const char* head = R"(
#include <stdint.h>

#if defined(__GNUC__)
#define NAME_DATA static const __attribute__((aligned(16), unused))
#elif defined(_MSC_VER)
#define NAME_DATA static const __declspec(align(16))
#else
#define NAME_DATA static const
#endif
)";

/// Precedes the data in C++.
inline constexpr const char* cpp_head = R"(
#include "tanda/projection.hpp"
)";
inline constexpr const char* cpp_head_nearest = R"(#include "tanda/detail/nearest_point.hpp"
)";
inline constexpr const char* cpp_project = R"(
/* y = P x + c, in fixed sizes */
static inline void name_project(const float (&x)[NAME_INPUTS], float (&y)[NAME_OUTPUTS]) {
  name_projection(x, y);
}
)";
/// In the code before this, name_references is a NearestPoint.
inline constexpr const char* cpp_label_by_nearest = R"(
/* Class of a projected sample: that of the nearest reference point, of equally near points the first. */
static inline int name_label(const float (&y)[NAME_OUTPUTS]) {
  return static_cast<int>(name_labels[name_references(y)]);
}
)";
inline constexpr const char* cpp_classify = R"(
/* Class number of a sample; name_class_names says what it is called. */
static inline int name_classify(const float (&x)[NAME_INPUTS]) {
  float y[NAME_OUTPUTS];
  name_project(x, y);
  return name_label(y);
}
)";

inline constexpr const char* project = R"(
/* y = matrix x + offset */
static inline void name_project(const float x[NAME_INPUTS], float y[NAME_OUTPUTS]) {
  const float* row = name_matrix;
  uint32_t i, j;
  for (i = 0; i < NAME_OUTPUTS; ++i) {
    float sum = 0.0f;
    for (j = 0; j < NAME_INPUTS; ++j) sum += *row++ * x[j];
    y[i] = sum + name_offset[i];
  }
}
)";

/// Newton's iteration starts above the root and ends when the value no longer falls. sqrtf would make the
/// header need a library.
inline constexpr const char* unit_length = R"(
/* Two factors that bring x to length one; both are 1 for the zero vector, which stays zero. */
static inline void name_unit_length(const float x[NAME_INPUTS], float factor[2]) {
  float largest = 0.0f, sum = 0.0f, root, last;
  uint32_t j;
  factor[0] = factor[1] = 1.0f;
  for (j = 0; j < NAME_INPUTS; ++j) {
    const float magnitude = x[j] < 0.0f ? -x[j] : x[j];
    if (magnitude > largest) largest = magnitude;
  }
  if (!(largest > 0.0f)) return;
  if (largest < NAME_SMALL) factor[0] = NAME_UP; /* else its squares vanish */
  if (largest > NAME_LARGE) factor[0] = NAME_DOWN; /* or overflow */
  for (j = 0; j < NAME_INPUTS; ++j) sum += (x[j] * factor[0]) * (x[j] * factor[0]);
  root = sum < 1.0f ? 1.0f : sum;
  do {
    last = root;
    root = 0.5f * (last + sum / last);
  } while (root < last);
  factor[1] = 1.0f / last;
}
)";

inline constexpr const char* project_unit_length = R"(
/* y = matrix x/|x| + offset */
static inline void name_project(const float x[NAME_INPUTS], float y[NAME_OUTPUTS]) {
  const float* row = name_matrix;
  float factor[2];
  uint32_t i, j;
  name_unit_length(x, factor);
  for (i = 0; i < NAME_OUTPUTS; ++i) {
    float sum = 0.0f;
    for (j = 0; j < NAME_INPUTS; ++j) sum += *row++ * (x[j] * factor[0] * factor[1]);
    y[i] = sum + name_offset[i];
  }
}
)";

/// In two pieces, because the code that first transforms x[j] differs between headers.
inline constexpr const char* project_int8_begin = R"(
/* y = scale (weights round((x - mean) inverse)), integers inside */
static inline void name_project(const float x[NAME_INPUTS], float y[NAME_OUTPUTS]) {
  const int8_t* row = name_weights;
  int8_t steps[NAME_INPUTS];
  uint32_t i, j;
)";
inline constexpr const char* project_int8_plain = R"(  for (j = 0; j < NAME_INPUTS; ++j) {
    float value = (x[j] - name_mean[j]) * name_inverse[j];
)";
inline constexpr const char* project_int8_unit_length = R"(  float factor[2];
  name_unit_length(x, factor);
  for (j = 0; j < NAME_INPUTS; ++j) {
    float value = (x[j] * factor[0] * factor[1] - name_mean[j]) * name_inverse[j];
)";
inline constexpr const char* project_int8_end = R"(    if (!(value > -127.0f)) value = -127.0f;
    if (value > 127.0f) value = 127.0f;
    steps[j] = (int8_t)(value < 0.0f ? value - 0.5f : value + 0.5f);
  }
  for (i = 0; i < NAME_OUTPUTS; ++i) {
    int32_t sum = 0;
    for (j = 0; j < NAME_INPUTS; ++j) sum += (int32_t)*row++ * steps[j];
    y[i] = name_scale[i] * (float)sum;
  }
}
)";

inline constexpr const char* label_by_neighbors = R"(
/* The NAME_NEIGHBORS reference points nearest to a projected sample, nearest first, of equally near ones the first:
 * their squared distances and their classes. */
static inline void name_nearest(const float y[NAME_OUTPUTS], float distance[NAME_NEIGHBORS],
                                uint32_t label[NAME_NEIGHBORS]) {
  const float* point = name_references;
  float far = NAME_MAX;
  uint32_t count = 0, i, j, at;
  far += far; /* infinity */
  for (i = 0; i < NAME_NEIGHBORS; ++i) {
    distance[i] = far;
    label[i] = 0;
  }
  for (i = 0; i < NAME_REFERENCES; ++i) {
    float sum = 0.0f;
    for (j = 0; j < NAME_OUTPUTS; ++j) {
      const float difference = *point++ - y[j];
      sum += difference * difference;
    }
    if (!(sum < far)) sum = far;
    if (count < NAME_NEIGHBORS)
      at = count++;
    else if (sum < distance[NAME_NEIGHBORS - 1])
      at = NAME_NEIGHBORS - 1;
    else
      continue;
    for (; at > 0 && sum < distance[at - 1]; --at) {
      distance[at] = distance[at - 1];
      label[at] = label[at - 1];
    }
    distance[at] = sum;
    label[at] = name_labels[i];
  }
}

/* Class of a projected sample: the majority of its nearest points, of equally frequent classes the one with the
 * nearest point. */
static inline int name_label(const float y[NAME_OUTPUTS]) {
  float distance[NAME_NEIGHBORS];
  uint32_t label[NAME_NEIGHBORS], most = 0, i, j;
  int winner = 0;
  name_nearest(y, distance, label);
  for (i = 0; i < NAME_NEIGHBORS; ++i) {
    uint32_t votes = 0;
    for (j = i; j < NAME_NEIGHBORS; ++j) votes += label[j] == label[i];
    if (votes > most) {
      most = votes;
      winner = (int)label[i];
    }
  }
  return winner;
}
)";

inline constexpr const char* label_by_membership = R"(
/* How much more a projected sample is of class c than of the rest, where it looks at its own NAME_BLOCK columns: the
 * squared distance of the nearest point of the rest, measured in that of its own nearest point. */
static inline float name_degree(const float y[NAME_OUTPUTS], uint32_t c) {
  const float* point = name_references + c * NAME_BLOCK;
  float far = NAME_MAX, own, rest;
  uint32_t i, j;
  far += far; /* infinity */
  own = rest = far;
  for (i = 0; i < NAME_REFERENCES; ++i) {
    float sum = 0.0f;
    for (j = 0; j < NAME_BLOCK; ++j) {
      const float difference = point[j] - y[c * NAME_BLOCK + j];
      sum += difference * difference;
    }
    point += NAME_OUTPUTS;
    if (name_labels[i] == c) {
      if (sum < own) own = sum;
    } else {
      if (sum < rest) rest = sum;
    }
  }
  /* 1 when they are equal; written so that -Wfloat-equal has nothing to say */
  return !(rest < own) && !(own < rest) ? 1.0f : !(own > 0.0f) ? far : rest / own;
}

/* Class of a projected sample: the one it is most of. */
static inline int name_label(const float y[NAME_OUTPUTS]) {
  float highest = -1.0f;
  uint32_t c;
  int winner = 0;
  for (c = 0; c < NAME_CLASSES; ++c) {
    const float degree = name_degree(y, c);
    if (degree > highest) {
      highest = degree;
      winner = (int)c;
    }
  }
  return winner;
}
)";

/// The comment on name_scores, the same for every rule.
inline constexpr const char* scores = R"(
/* How sure name_label is of a projected sample: a number in 0..1 for each class, together 1. The predicted class has
 * the largest. */
)";
inline constexpr const char* scores_by_neighbors =
    R"(static inline void name_scores(const float y[NAME_OUTPUTS], float scores[NAME_CLASSES]) {
  float distance[NAME_NEIGHBORS], sum = 0.0f;
  uint32_t label[NAME_NEIGHBORS], i;
  name_nearest(y, distance, label);
  for (i = 0; i < NAME_CLASSES; ++i) scores[i] = -1.0f;
  for (i = 0; i < NAME_NEIGHBORS; ++i) {
    float* own = scores + label[i];
    if (!(*own < 0.0f)) continue;
    *own = distance[0] < distance[i] ? distance[0] / distance[i] : 1.0f;
    sum += *own;
  }
  for (i = 0; i < NAME_CLASSES; ++i) scores[i] = scores[i] < 0.0f ? 0.0f : scores[i] / sum;
  for (i = 0; i < NAME_NEIGHBORS; ++i) scores[label[i]] += 2.0f;
  for (i = 0; i < NAME_CLASSES; ++i) scores[i] /= (float)(2 * NAME_NEIGHBORS + 1);
}
)";
/// Scores for one neighbour; in the code before this, name_references is a NearestPoint.
inline constexpr const char* cpp_scores_by_nearest =
    R"(static inline void name_scores(const float (&y)[NAME_OUTPUTS], float (&scores)[NAME_CLASSES]) {
  for (float& score : scores) score = 0.0f;
  scores[name_label(y)] = 1.0f;
}
)";
/// NAME_POINTS are the class numbers of the means.
inline constexpr const char* scores_by_mean =
    R"(static inline void name_scores(const float y[NAME_OUTPUTS], float scores[NAME_CLASSES]) {
  const float* point = NAME_POINTS;
  float far = NAME_MAX, least, sum = 0.0f;
  uint32_t i, j;
  far += far; /* infinity */
  least = far;
  for (i = 0; i < NAME_CLASSES; ++i) scores[i] = far;
  for (i = 0; i < NAME_REFERENCES; ++i) {
    float distance = 0.0f;
    for (j = 0; j < NAME_OUTPUTS; ++j) {
      const float difference = *point++ - y[j];
      distance += difference * difference;
    }
    if (distance < far) scores[name_labels[i]] = distance;
    if (distance < least) least = distance;
  }
  for (i = 0; i < NAME_CLASSES; ++i) {
    scores[i] = least < scores[i] ? least / scores[i] : 1.0f;
    sum += scores[i];
  }
  for (i = 0; i < NAME_CLASSES; ++i) scores[i] /= sum;
}
)";
inline constexpr const char* scores_by_membership =
    R"(static inline void name_scores(const float y[NAME_OUTPUTS], float scores[NAME_CLASSES]) {
  float highest = 0.0f, sum = 0.0f;
  uint32_t c;
  for (c = 0; c < NAME_CLASSES; ++c) {
    scores[c] = name_degree(y, c);
    if (scores[c] > highest) highest = scores[c];
  }
  for (c = 0; c < NAME_CLASSES; ++c) {
    scores[c] = scores[c] < highest ? scores[c] / highest : 1.0f;
    sum += scores[c];
  }
  for (c = 0; c < NAME_CLASSES; ++c) scores[c] /= sum;
}
)";

inline constexpr const char* classify = R"(
/* Class number of a sample; name_class_names says what it is called. */
static inline int name_classify(const float x[NAME_INPUTS]) {
  float y[NAME_OUTPUTS];
  name_project(x, y);
  return name_label(y);
}
)";

inline constexpr const char* selftest = R"(
/* 0 = this machine computes what the exporting one did; else the number, from 1, of the sample that differs. */
static inline int name_selftest(void) {
  float y[NAME_OUTPUTS];
)";
inline constexpr const char* selftest_room = R"(  float scores[NAME_CLASSES];
)";
inline constexpr const char* selftest_project = R"(  uint32_t s, i;
  for (s = 0; s < NAME_TESTS; ++s) {
    name_project(name_test_x[s], y);
    for (i = 0; i < NAME_OUTPUTS; ++i) {
      const float difference = y[i] - name_test_y[s][i];
      if (!(difference <= name_test_tolerance[s][i] && -difference <= name_test_tolerance[s][i])) return (int)s + 1;
    }
)";
inline constexpr const char* selftest_label =
    R"(    if (name_test_labels[s] >= 0 && name_label(y) != name_test_labels[s]) return (int)s + 1;
    name_scores(y, scores);
    for (i = 0; i < NAME_CLASSES; ++i) {
      const float difference = scores[i] - name_test_scores[s][i], most = name_test_scores_tolerance[s];
      if (!(difference <= most && -difference <= most)) return (int)s + 1;
    }
)";
inline constexpr const char* selftest_end = R"(  }
  return 0;
}
)";

}  // namespace tanda::internal::c_code
