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
  }

  deinit { tanda_model_free(handle) }

  public func project(_ sample: [Float]) throws -> [Float] {
    var error = tanda_error()
    var y = [Float](repeating: 0, count: outputs)
    guard tanda_transform(handle, sample, 1, sample.count, &y, &error) == 0 else { throw TandaError(error) }
    return y
  }

  public func classify(_ sample: [Float]) throws -> String {
    var error = tanda_error()
    var label: Int32 = 0
    guard tanda_predict(handle, sample, 1, sample.count, &label, &error) == 0 else { throw TandaError(error) }
    return tanda_class_name(handle, Int(label)).map { String(cString: $0) } ?? "\(label)"
  }
}
