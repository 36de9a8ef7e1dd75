// SPDX-License-Identifier: Apache-2.0
import Evdev
import Testing

/// Devices that people have, as their drivers describe them, with what Swell has to make of each.
///
/// The facts are those of libinput's test devices (MIT): axes as `code:minimum:maximum`, keys, relative axes
/// and properties by their numbers, all in hexadecimal but the ranges.
struct KnownDevice: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let kind: String
  /// `slots 10`, `anonymous`, `single`, `pointer`, or `-` for a device that presses nothing.
  let use: String
  let parts: [DeviceVerdictTests.Part]

  init?(_ line: Substring) {
    let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(Self.trimmed)
    guard fields.count == 7 else { return nil }
    testDescription = fields[0]
    kind = fields[1]
    use = fields[2]
    func numbers(_ text: String) -> [UInt32] {
      text.split(separator: " ").compactMap { UInt32($0, radix: 16) }
    }
    var parts: [DeviceVerdictTests.Part] = []
    for axis in fields[3].split(separator: " ") {
      let words = axis.split(separator: ":")
      guard words.count == 3, let code = UInt16(words[0], radix: 16), let low = Int32(words[1]),
        let high = Int32(words[2])
      else { return nil }
      parts.append(.axis(code, low, high))
    }
    parts += numbers(fields[4]).map { .key(UInt16($0)) }
    parts += numbers(fields[5]).map { .relative(UInt16($0)) }
    parts += numbers(fields[6]).map { .property($0) }
    self.parts = parts
  }

  private static func trimmed(_ field: Substring) -> String {
    field.split(separator: " ").joined(separator: " ")
  }

  static let all = table.split(separator: "\n").compactMap(KnownDevice.init)

  private static let table = """
    Nexus 4 touch screen | touchscreen | slots 10 | 0:0:1500 1:0:2500 2f:0:9 35:0:1500 36:0:2500 30:0:15 3a:0:255 39:0:65535 | 14a | | 1
    generic-mt | touchscreen | slots 10 | 0:0:50000 1:0:33000 2f:0:9 35:0:50000 36:0:33000 34:-256:255 30:0:255 31:0:255 3a:0:255 39:0:65535 | 14a | | 1
    Calibrated Touchscreen | touchscreen | slots 10 | 0:0:1500 1:0:2500 2f:0:9 35:0:1500 36:0:2500 39:0:65535 | 14a | | 1
    touchscreen with fuzz | touchscreen | slots 10 | 0:0:1500 1:0:2500 2f:0:9 35:0:1500 36:0:2500 3a:0:255 39:0:65535 | 14a | | 1
    touchscreen-invalid-range | touchscreen | slots 10 | 0:1000:2500 1:2000:4500 2f:0:9 35:1000:2500 36:2000:4500 39:0:65535 | 14a | | 1
    touchscreen-mt-tool-type | touchscreen | slots 10 | 0:1000:2500 1:2000:4500 2f:0:9 37:0:2 35:1000:2500 36:2000:4500 39:0:65535 | 14a | | 1
    Protocol A touch screen | touchscreen | anonymous | 0:0:32767 1:0:32767 35:0:32767 36:0:32767 3a:0:1 | 14a | | 1
    generic_singletouch | touchscreen | single | 0:10000:20000 1:-2000:2000 | 14a | | 1
    Advanced Silicon CoolTouch System | touchscreen | slots 5 | 2f:0:4 0:0:32767 1:0:32767 35:0:32767 36:0:32767 39:0:65535 | 14a | | 1
    Advanced Silicon CoolTouch System Multi Axis | dial | - | 2f:0:4 30:0:32767 31:0:32767 34:-89:89 35:0:32767 36:0:32767 37:9:10 39:0:65535 | 100 | | 1
    Wacom Cintiq 13 HD touch Finger | touchscreen | slots 10 | 0:0:2937 1:0:1652 2f:0:9 30:0:2937 32:0:2937 33:0:1652 34:0:1 35:0:2937 36:0:1652 39:0:65535 | 14a | | 1
    Wacom Cintiq Pro 16 Finger | touchscreen | slots 16 | 0:0:13824 1:0:7776 2f:0:15 30:0:40 31:0:40 34:0:1 35:0:13824 36:0:7776 39:0:65535 | 14a | | 1
    Wacom ISDv4 E6 Finger | touchscreen | slots 2 | 0:0:2776 1:0:1569 2f:0:1 35:0:2776 36:0:1569 39:0:65535 | 14a | | 1
    Wacom ISDv4 E6 Pen | touchscreen | single | 0:0:27760 1:0:15694 18:0:255 | 140 141 14a 14b 14c | | 1
    Wacom ISD-V4 Pen | touchscreen | single | 0:0:59674 1:0:33566 1a:-9000:9000 1b:-9000:9000 18:0:4096 | 140 141 14a 14b 14c 149 | | 1
    Wacom HID 4800 Pen | touchscreen | single | 0:0:21696 1:0:13560 18:0:2047 | 140 141 14a 14b 14c | | 1
    Wacom Cintiq 12WX | touchscreen | single | 0:0:53020 1:0:33440 2:-900:899 3:0:4096 4:0:4096 8:0:1023 18:0:1023 19:0:63 1a:0:127 1b:0:127 | 100 101 102 103 104 105 106 107 108 109 140 141 142 143 144 14a 14b 14c | | 1
    Wacom Cintiq Pro 16 Pen | touchscreen | single | 0:0:69920 1:0:39980 2:-900:899 8:0:2047 18:0:8191 19:0:63 1a:-64:63 1b:-64:63 | 140 141 142 143 144 14a 14b 14c 149 | | 1
    Wacom Cintiq 24 HD Pen | touchscreen | single | 0:0:104480 1:0:65600 2:-900:899 8:0:1023 18:0:2047 19:0:63 1a:0:127 1b:0:127 | 140 141 142 143 144 14a 14b 14c | | 1
    Ploopy Pavonis Trackpad Stylus | touchscreen | single | 0:0:15600 1:0:9900 | 140 14a 14b | | 1
    QEMU USB Tablet | pointer | pointer | 0:0:32767 1:0:32767 | 110 111 112 | 8 |
    VMware Virtual USB Mouse | pointer | pointer | 0:0:32767 1:0:32767 | 110 111 112 113 114 115 116 117 118 119 11a 11b 11c 11d 11e 11f | 8 6 |
    Xen Virtual Pointer | pointer | pointer | 0:0:800 1:0:800 | 110 111 112 113 114 115 116 117 | 8 |
    Apple Magic Mouse | mouse | - | 2f:0:15 30:0:1020 31:0:1020 34:-31:32 35:-1100:1258 36:-1589:2047 39:0:65535 | 110 111 112 | 0 1 8 6 |
    Saitek Cyborg R.A.T.5 | mouse | - | | 110 111 112 113 114 115 117 118 119 11a | 0 1 8 |
    Microsoft Nano Transceiver | mouse | - | | 110 111 112 113 114 | 0 1 8 7 6 |
    Logitech USB Trackball | mouse | - | | 110 111 112 113 114 | 0 1 8 6 |
    Roccat Kone XTD | mouse | - | 28:0:1 29:0:1 2a:0:1 2b:0:1 | 110 111 112 113 114 115 116 117 118 | 0 1 8 7 6 |
    PS/2 Generic Mouse | mouse | - | | 110 111 112 | 0 1 |
    TPPS/2 IBM TrackPoint | mouse | - | | 110 111 112 | 0 1 |
    Lenovo ScrollPoint | mouse | - | | 110 111 112 | 0 1 8 6 |
    wheel only | keys | - | | 110 | 8 |
    ASUS ROG GLADIUS, keys | mouse | - | 20:0:668 | 1 2 3 4 5 6 7 8 9 a b 1c 1e 2c | 0 1 6 |
    USB Laser Game Mouse, keys | keys | - | 20:0:4096 28:0:255 29:0:255 2a:0:255 2b:0:255 2c:0:255 2d:0:255 2e:0:255 2f:0:64 30:0:255 31:0:255 32:0:255 33:0:255 34:0:255 35:0:255 | 1 4a 4e 100 | 6 |
    Razer BlackWidow, media keys | keyboard | - | 20:0:572 28:0:255 29:0:255 2a:0:255 2b:0:255 2c:0:255 2d:0:255 2e:0:255 2f:0:64 30:0:255 31:0:255 32:0:255 33:0:255 34:0:255 35:0:255 36:0:255 37:0:255 38:0:255 39:0:255 3a:0:255 3b:0:255 3c:0:255 3d:0:255 3e:0:255 | 1 2 3 4 5 6 7 8 9 a b 1c 1e 2c 100 | 6 |
    Microsoft Surface Type Cover | keyboard | - | 0:0:1022 1:0:487 20:0:1023 28:0:255 29:0:255 2a:-127:127 2b:-127:127 2c:-127:127 2d:-127:127 2e:-127:127 2f:0:64 30:-127:127 31:-127:127 32:-127:127 33:-127:127 34:-127:127 35:-127:127 36:-127:127 37:-127:127 38:-127:127 39:-127:127 3a:-127:127 3b:-127:127 3c:-127:127 3d:-127:127 3e:-127:127 | 1 2 3 4 5 6 7 8 9 a b 1c 1e 2c 100 110 111 112 113 114 | 0 1 6 7 8 |
    AT Translated Set 2 keyboard | keyboard | - | | 1 2 3 4 5 6 7 8 9 a b 1c 1e 2c 39 | |
    Chicony ACER Hawaii Keyboard | keyboard | - | | 1 2 3 4 5 6 7 8 9 a b 1c 1e 2c 39 | |
    Generic USB Keyboard | keyboard | - | | 1 2 3 4 5 6 7 8 9 a b 1c 1e 2c 39 | |
    Apple Internal Keyboard | keyboard | - | | 1 2 3 4 5 6 7 8 9 a b 1c 1e 2c 39 1d0 | |
    Logitech Media Keyboard Elite, media keys | keys | - | 20:0:668 | 71 72 73 a3 a4 a5 a6 | 6 |
    Razer Blade Stealth video switch | keys | - | | e3 | |
    ThinkPad Extra Buttons | keys | - | | 71 72 73 ee 94 | |
    Sony Vaio Keys | keys | - | | 71 72 73 e0 e1 | |
    HP WMI hotkeys | keys | - | | 8a 94 ee | |
    gpio-keys | keys | - | | 72 73 74 | |
    Lid Switch | other | - | | | |
    SynPS/2 Synaptics TouchPad | touchpad | - | 0:1472:5472 1:1408:4448 18:0:255 1c:0:15 | 110 111 145 14a | |
    Synaptics clickpad | touchpad | - | 0:1472:5472 1:1408:4448 18:0:255 1c:0:15 2f:0:1 35:1472:5472 36:1408:4448 39:0:65535 3a:0:255 | 110 145 14a 14d 14e | | 0 2
    Synaptics TM3053-004 | touchpad | - | 0:0:1940 1:0:1062 18:0:255 2f:0:4 30:0:15 31:0:15 34:0:1 35:0:1940 36:0:1062 37:0:2 39:0:65535 3a:0:255 | 110 145 148 14a 14d 14e 14f | | 0 2
    DLL0704:01 06CB:76AD Touchpad | touchpad | - | 0:0:1216 1:0:680 2f:0:1 35:0:1216 36:0:680 39:0:65535 | 110 145 14a 14d 14e | | 0 2
    AlpsPS/2 ALPS GlidePoint | touchpad | - | 0:0:4095 1:0:2047 18:0:127 2f:0:3 35:0:4095 36:0:2047 39:0:65535 | 110 111 112 145 148 14a 14d 14e 14f | | 0
    AlpsPS/2 ALPS GlidePoint, semi-mt | touchpad | - | 0:0:2000 1:0:1400 18:0:127 2f:0:1 35:0:2000 36:0:1400 39:0:65535 | 110 111 112 145 14a 14d 14e 14f | | 0 3
    appletouch | touchpad | - | 0:0:1215 1:0:588 18:0:300 | 110 145 14a 14d 14e | |
    bcm5974 | touchpad | - | 0:-4824:4824 1:-172:4290 18:0:256 1c:0:16 2f:0:15 35:-4824:4824 36:-172:4290 34:-16384:16384 30:0:2048 31:0:2048 39:0:65535 | 110 145 148 14a 14d 14e 14f | | 2
    Apple Magic Trackpad | touchpad | - | 0:-2909:3167 1:-2456:2565 2f:0:15 30:0:1020 31:0:1020 34:-31:32 35:-2909:3167 36:-2456:2565 39:0:65535 | 110 145 148 14a 14d 14e 14f | | 0 2
    Atmel maXTouch Touchpad | touchpad | - | 0:0:960 1:0:540 18:0:255 2f:0:9 30:0:255 34:0:255 35:0:960 36:0:540 37:0:2 39:0:65535 3a:0:255 3b:0:1 | 110 145 14a 14d 14e 14f 148 | | 0 2
    ETPS/2 Elantech Touchpad | touchpad | - | 0:0:3260 1:0:2119 18:0:255 1c:0:15 2f:0:1 35:0:3260 36:0:2119 39:0:65535 3a:0:255 | 110 111 145 148 14a 14d 14e 14f | | 0
    absinfo override | touchpad | - | 0:0:2000 1:0:1400 18:0:127 2f:0:1 35:0:2000 36:0:1400 39:0:65535 | 110 111 112 145 14a 14d 14e 14f | | 0
    Wacom Bamboo 2FG 4x5 Finger | touchpad | - | 0:0:15360 1:0:10240 2f:0:1 35:0:15360 36:0:10240 39:0:65535 | 145 14a 14d | | 0
    Wacom Intuos5 touch M Finger | touchpad | - | 0:0:4096 1:0:4096 2f:0:15 30:0:4096 31:0:4096 35:0:4096 36:0:4096 39:0:65535 | 145 148 14a 14d 14e 14f | | 0
    Wacom Intuos5 touch M Pen | graphics tablet | - | 0:0:44704 1:0:27940 2:-900:899 6:-1023:1023 8:0:1023 18:0:2047 19:0:63 1a:0:127 1b:0:127 | 100 101 102 103 104 105 106 107 108 110 111 112 113 114 140 141 142 143 144 146 147 14a 14b 14c | 8 | 0
    Wacom Bamboo 16FG 4x5 Pen | graphics tablet | - | 0:0:14720 1:0:9200 18:0:1023 19:0:31 | 140 141 14a 14b 14c | | 0
    HUION PenTablet Pen | graphics tablet | - | 0:0:40000 1:0:25000 18:0:2047 | 140 14a 14b 14c | |
    uclogic PenTablet Pen | graphics tablet | - | 0:0:32767 1:0:32767 18:0:1023 | 14a 14b 14c | |
    ELAN2514:00 04F3:23B9 | graphics tablet | - | 0:0:18176 1:0:10240 18:0:4096 | 140 141 14a 14b | |
    Aiptek | graphics tablet | - | 0:0:5999 1:0:4499 8:0:1023 18:0:1023 1a:-128:127 1b:-128:127 | 1 3b 3c 110 111 112 140 141 142 143 144 146 147 14a 14b 14c | 0 1 8 |
    WALTOP Batteryless Tablet | graphics tablet | - | 0:0:32000 1:0:32000 18:0:2047 1a:-127:127 1b:-127:127 | 1 2 3 4 5 6 7 8 9 a b 1c 1e 2c 100 110 111 112 113 114 140 141 14a 14b | 6 8 |
    Wacom Bamboo 2FG 4x5 Pad | tablet buttons | - | 0:0:1 1:0:1 | 110 111 115 116 14b | |
    Wacom Intuos3 4x6 Pad | tablet buttons | - | 0:0:1 1:0:1 3:0:4096 | 100 101 102 103 14b | |
    Wacom Intuos5 touch M Pad | tablet buttons | - | 0:0:1 1:0:1 8:0:71 | 100 101 102 103 104 105 106 107 108 14b | |
    Wacom Cintiq 13 HD touch Pad | tablet buttons | - | 0:0:1 1:0:1 8:0:71 | 100 101 102 103 104 105 106 107 108 14b | |
    Wacom Cintiq 24 HD touch Pad | tablet buttons | - | 0:0:1 1:0:1 8:0:71 6:0:71 | 94 95 ca 100 101 102 103 104 105 106 107 108 109 130 131 132 133 134 135 14b | |
    Wacom Express Key Remote Pad | tablet buttons | - | 0:0:1 1:0:1 8:0:71 | 100 101 102 103 104 105 106 107 108 109 126 127 130 131 132 133 134 135 14b | |
    Generic Double Dial Pad | tablet buttons | - | 0:0:1 1:0:1 | 100 101 102 103 14b | 8 6 |
    HUION Tablet_Q620M Dial | axes | - | 0:0:1 1:0:1 | 100 | 8 |
    Wacom MobileStudio Pro 16 Pad | accelerometer | - | 0:-2048:2048 1:-2048:2048 2:-2048:2048 8:0:35 | 100 101 102 103 104 105 106 107 108 109 130 131 132 14b | | 6
    """
}

@Suite("Known devices")
struct KnownDeviceTests {
  @Test("Each device is found for what it is", arguments: KnownDevice.all)
  func verdict(_ device: KnownDevice) throws {
    let verdict = try DeviceVerdictTests.capabilities(device.parts).verdict()
    #expect(verdict.kind == device.kind)
    let use =
      switch verdict.use?.touchProtocol {
      case nil: "-"
      case .slots(let count): "slots \(count)"
      case .anonymous: "anonymous"
      case .single: "single"
      case .pointer: "pointer"
      }
    #expect(use == device.use)
  }

  @Test("Every line of the table is a device")
  func complete() { #expect(KnownDevice.all.count == 77) }
}
