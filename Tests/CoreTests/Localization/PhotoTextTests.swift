import Localization
import Model
import Testing

@Suite struct PhotoTextTests {
  private let english = Texts(.english)
  private let russian = Texts(.russian)

  @Test func `a date is written out`() {
    let date = CalendarDate(year: 2022, month: 8, day: 27)
    #expect(english.date(date) == "27 August 2022")
    #expect(russian.date(date) == "27 августа 2022")
  }

  @Test func `a date has shorter forms, and each has the day`() {
    let date = CalendarDate(year: 2026, month: 10, day: 30)
    #expect(english.dateForms(date) == ["30 October 2026", "30 Oct 2026", "30 Oct 26"])
    #expect(russian.dateForms(date) == ["30 октября 2026", "30.10.2026", "30.10.26"])
    let early = CalendarDate(year: 2003, month: 5, day: 7)
    #expect(english.dateForms(early) == ["7 May 2003", "7 May 2003", "7 May 03"])
    #expect(russian.dateForms(early) == ["7 мая 2003", "07.05.2003", "07.05.03"])
  }

  @Test func `rights besides copyright and categories are facts, and unknown codes stay`() {
    var photo = Given.photo(0)
    let without = Set(english.facts(of: photo, times: "x").map(\.label))
    #expect(without.isDisjoint(with: [.restrictions, .tags]))
    photo.details = PhotoDetails(restrictions: ["personality", "x"], categories: ["Fog", "Sea"])
    let values = [english, russian].map { texts in
      texts.facts(of: photo, times: "x").filter { [.restrictions, .tags].contains($0.label) }
        .map(\.value)
    }
    #expect(
      values == [["personality rights, x", "Fog, Sea"], ["право на изображение, x", "Fog, Sea"]]
    )
  }

  @Test func `a large count has a short form`() {
    let counts = [0, 999, 1_000, 1_759, 9_949, 9_950, 12_345, 999_499, 999_500, 12_500_000]
    #expect(
      counts.map(english.shortNumber) == [
        "0", "999", "1.0k", "1.8k", "9.9k", "10k", "12k", "999k", "1.0M", "13M",
      ]
    )
    #expect(russian.shortNumber(1_759) == "1,8к" && russian.shortNumber(1_250_000) == "1,3М")
    #expect(!english.shortNumber(.max).isEmpty)
  }

  @Test func `every month has its name`() {
    let months = (1...12).map { CalendarDate(year: 2024, month: $0, day: 1) }
    #expect(
      months.map(english.date) == [
        "1 January 2024", "1 February 2024", "1 March 2024", "1 April 2024", "1 May 2024",
        "1 June 2024", "1 July 2024", "1 August 2024", "1 September 2024", "1 October 2024",
        "1 November 2024", "1 December 2024",
      ]
    )
    #expect(
      months.map(russian.date) == [
        "1 января 2024", "1 февраля 2024", "1 марта 2024", "1 апреля 2024", "1 мая 2024",
        "1 июня 2024", "1 июля 2024", "1 августа 2024", "1 сентября 2024", "1 октября 2024",
        "1 ноября 2024", "1 декабря 2024",
      ]
    )
    #expect(english.date(CalendarDate(year: 2024, month: 13, day: 1)) == "1 13 2024")
  }

  @Test func `sizes are in pixels and megapixels`() {
    #expect(english.dimensions(width: 6000, height: 4000) == "6000 x 4000, 24 MP")
    #expect(
      russian.dimensions(width: 6000, height: 4000, times: "×") == "6000 × 4000, 24 Мп"
    )
    #expect(english.megapixels(width: 1920, height: 1080) == "2.1 MP")
    #expect(russian.megapixels(width: 1920, height: 1080) == "2,1 Мп")
    #expect(english.megapixels(width: 4000, height: 2488) == "10 MP")
    #expect(english.megapixels(width: 5616, height: 3744) == "21 MP")
    #expect(english.megapixels(width: .max, height: .max) != nil)
  }

  @Test func `a picture below 0.05 megapixels has no "0.0 MP"`() {
    #expect(english.megapixels(width: 224, height: 223) == nil)
    #expect(english.megapixels(width: 250, height: 200) == "0.1 MP")
    #expect(english.dimensions(width: 200, height: 133) == "200 x 133")
    #expect(russian.dimensions(width: 200, height: 133) == "200 x 133")
  }

  @Test(
    arguments: [
      ("SONY, ILCE-7M3", "Sony A7 III"), ("SONY, ILCE-7RM4A", "Sony A7R IV"),
      ("SONY, ILCE-6400", "Sony A6400"), ("SONY, DSC-RX100M7", "Sony DSC-RX100M7"),
      ("Canon, Canon EOS 5D Mark IV", "Canon EOS 5D Mark IV"), ("Canon, EOS R5", "Canon EOS R5"),
      ("NIKON CORPORATION, NIKON D750", "Nikon D750"), ("NIKON CORPORATION,  D750", "Nikon D750"),
      ("FUJIFILM, X-T3", "Fujifilm X-T3"), ("Apple, iPhone 12", "Apple iPhone 12"),
      ("RICOH IMAGING COMPANY, LTD., PENTAX K-1 Mark II", "Pentax K-1 Mark II"),
      ("RICOH IMAGING COMPANY, LTD., RICOH GR III", "Ricoh GR III"),
      ("EASTMAN KODAK COMPANY, KODAK EASYSHARE Z650", "Kodak EASYSHARE Z650"),
      ("Phase One, IQ4 150MP", "Phase One IQ4 150MP"), ("samsung, SM-G991B", "Samsung SM-G991B"),
      ("LEICA CAMERA AG, LEICA Q2", "Leica Q2"), ("OLYMPUS IMAGING CORP., E-M5", "Olympus E-M5"),
      ("Leica Camera AG, Leica", "Leica"),
      ("DJI, FC3170", "DJI FC3170"), ("Canon EOS 5D", "Canon EOS 5D"), (", X", ", X"), ("", ""),
    ]
  )
  func `a camera has its common name`(name: String, expected: String) {
    #expect(english.camera(name) == expected)
  }

  @Test func `a licence has its common name`() {
    #expect(english.license("LicenseRef-Public-Domain") == "Public domain")
    #expect(russian.license("LicenseRef-Public-Domain") == "Общественное достояние")
    let names = [
      ("CC0-1.0", "CC0 1.0"), ("CC-BY-4.0", "CC BY 4.0"), ("CC-BY-SA-3.0", "CC BY-SA 3.0"),
      ("Unsplash License", "Unsplash License"),
    ]
    for (name, expected) in names { #expect(english.license(name) == expected) }
  }

  @Test func `the camera's known settings make one line`() {
    let details = PhotoDetails(exposure: "1/250", aperture: "3.5", focalLength: "30.0", iso: 100)
    #expect(english.exposure(details) == "f/3.5, 1/250 s, 30 mm, ISO 100")
    #expect(russian.exposure(details) == "f/3.5, 1/250 с, 30 мм, ISO 100")
    #expect(english.exposure(PhotoDetails(iso: 6400)) == "ISO 6400")
    #expect(english.exposure(PhotoDetails(camera: "Canon EOS 5D")) == nil)
  }
}
