// A model file in an app: open, project, classify. A template: it has not been built here.
import CTanda
import Foundation

public struct TandaError: Error, CustomStringConvertible {
  public let code: Int32
  public let description: String

  init(_ error: tanda_error) {
    var error = error
    code = error.code
    let message = withUnsafeBytes(of: &error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let remedy = withUnsafeBytes(of: &error.remedy) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    description = "\(message) (\(remedy))"
  }
}

public final class Model {
  private let handle: OpaquePointer
  public let inputs: Int
  public let outputs: Int
  public let classes: Int

  public init(_ bytes: Data) throws {
    var error = tanda_error()
    var opened: OpaquePointer?
    let code = bytes.withUnsafeBytes { tanda_open($0.baseAddress, $0.count, &opened, &error) }
    guard code == 0, let opened = opened else { throw TandaError(error) }
    handle = opened
    var info = tanda_model_info()
    tanda_model_describe(opened, &info)
    inputs = Int(info.inputs)
    outputs = Int(info.outputs)
    classes = Int(info.classes)
  }

  deinit { tanda_model_free(handle) }

  public func project(_ sample: [Float]) throws -> [Float] {
    var error = tanda_error()
    var y = [Float](repeating: 0, count: outputs)
    guard tanda_transform(handle, sample, 1, sample.count, &y, &error) == 0 else { throw TandaError(error) }
    return y
  }

  /// The class of a sample, and how sure that is, from 0 to 1.
  public func classify(_ sample: [Float]) throws -> (name: String, score: Float) {
    var error = tanda_error()
    var label: Int32 = 0
    var scores = [Float](repeating: 0, count: classes)
    guard tanda_predict_scores(handle, sample, 1, sample.count, &label, &scores, &error) == 0 else {
      throw TandaError(error)
    }
    let name = tanda_class_name(handle, Int(label)).map { String(cString: $0) } ?? "\(label)"
    return (name, scores[Int(label)])
  }
}
