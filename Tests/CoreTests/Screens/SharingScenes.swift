import AppCore
import Canvas
import Harness
import Imaging
import Model

/// The extended edition's additions to the share sheet.
extension Scene {
  static let sharing = [
    Scene("share-extended") { sheet($0) },
    Scene("share-extended-last") { size in
      sheet(size) { sample in sample.reduce(.pressed(.last)) }
    },
    Scene("share-extended-unavailable") { size in
      Sample.feed(size, edition: .extended, hasBrowser: false, picturesFolder: nil) { sample in
        sample.reduce(.pressed(.share))
        for _ in 0..<5 { sample.reduce(.pressed(.moveDown)) }
      }
    },
    Scene("share-credit") { size in
      sheet(size) { $0.reduce(.share(.rowPressed(.copyCredit))) }
    },
    Scene("share-copied-credit") { size in
      sheet(size) {
        $0.reduce(.share(.rowPressed(.copyCredit)), .share(.rowPressed(.credit(.markdown))))
      }
    },
    Scene("qr-code") { code($0) },
    Scene("qr-code-link-too-long") { size in
      sheet(size) {
        $0.reduce(
          .share(.rowPressed(.showCode)),
          .share(.codeMade(Sample.id(0), nil))
        )
      }
    },
  ]

  static func sheet(_ size: Size, _ change: (inout Sample) -> Void = { _ in }) -> AppState {
    Sample.feed(size, edition: .extended) { sample in
      sample.reduce(.pressed(.share))
      change(&sample)
    }
  }

  /// Returns the QR code of the first photo's link, made like the program makes it.
  static func code(_ size: Size, page: WebPage? = nil) -> AppState {
    sheet(size) { sample in
      let id = Sample.id(0)
      if let page { sample.state.photos[id]?.pageURL = page }
      for effect in sample.reduce(.share(.rowPressed(.showCode))) {
        guard case .share(.makeCode(let id, let link)) = effect else { continue }
        sample.reduce(.share(.codeMade(id, QREncoder.encode(link.text))))
      }
    }
  }
}
