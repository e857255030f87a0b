// A model file in an Android app. A template: it has not been built here. The Kotlin side:
//   package dev.tanda
//   class Model(bytes: ByteArray) : AutoCloseable {
//     private var handle = open(bytes)
//     fun classify(sample: FloatArray): String = classify(handle, sample)
//     override fun close() { free(handle); handle = 0 }
//     companion object {
//       init { System.loadLibrary("tanda_jni") }
//       @JvmStatic private external fun open(bytes: ByteArray): Long
//       @JvmStatic private external fun classify(handle: Long, sample: FloatArray): String
//       @JvmStatic private external fun free(handle: Long)
//     }
//   }
#include <jni.h>

#include <string>

#include "tanda/tanda.h"

namespace {

tanda_model* model_of(jlong handle) {
  return reinterpret_cast<tanda_model*>(handle);
}

void raise(JNIEnv* env, const tanda_error& error) {
  const std::string text = std::string(error.message) + " (" + error.remedy + ")";
  env->ThrowNew(env->FindClass("java/lang/IllegalArgumentException"), text.c_str());
}

}  // namespace

extern "C" {

JNIEXPORT jlong JNICALL Java_dev_tanda_Model_open(JNIEnv* env, jclass, jbyteArray bytes) {
  tanda_error error;
  tanda_model* model = nullptr;
  jbyte* data = env->GetByteArrayElements(bytes, nullptr);
  if (!data) return 0;
  const auto size = static_cast<size_t>(env->GetArrayLength(bytes));
  const int32_t code = tanda_open(data, size, &model, &error);
  env->ReleaseByteArrayElements(bytes, data, JNI_ABORT);
  if (code != 0) raise(env, error);
  return reinterpret_cast<jlong>(model);
}

JNIEXPORT jstring JNICALL Java_dev_tanda_Model_classify(JNIEnv* env, jclass, jlong handle,
                                                        jfloatArray sample) {
  tanda_error error;
  int32_t label = 0;
  jfloat* x = env->GetFloatArrayElements(sample, nullptr);
  if (!x) return nullptr;
  const auto features = static_cast<size_t>(env->GetArrayLength(sample));
  const int32_t code = tanda_predict(model_of(handle), x, 1, features, &label, &error);
  env->ReleaseFloatArrayElements(sample, x, JNI_ABORT);
  if (code != 0) {
    raise(env, error);
    return nullptr;
  }
  return env->NewStringUTF(tanda_class_name(model_of(handle), static_cast<size_t>(label)));
}

/// A number from 0 to 1 for each class, together 1: the class of the largest is the predicted one.
JNIEXPORT jfloatArray JNICALL Java_dev_tanda_Model_scores(JNIEnv* env, jclass, jlong handle,
                                                          jfloatArray sample) {
  tanda_error error;
  tanda_model_info info;
  tanda_model_describe(model_of(handle), &info);
  jfloatArray result = env->NewFloatArray(static_cast<jsize>(info.classes));
  if (!result) return nullptr;
  jfloat* x = env->GetFloatArrayElements(sample, nullptr);
  jfloat* scores = env->GetFloatArrayElements(result, nullptr);
  int32_t code = 0;
  if (x && scores) {
    const auto features = static_cast<size_t>(env->GetArrayLength(sample));
    code = tanda_predict_scores(model_of(handle), x, 1, features, nullptr, scores, &error);
  }
  if (scores) env->ReleaseFloatArrayElements(result, scores, 0);
  if (x) env->ReleaseFloatArrayElements(sample, x, JNI_ABORT);
  if (code != 0) raise(env, error);
  return code == 0 ? result : nullptr;
}

JNIEXPORT void JNICALL Java_dev_tanda_Model_free(JNIEnv*, jclass, jlong handle) {
  tanda_model_free(model_of(handle));
}

}  // extern "C"
