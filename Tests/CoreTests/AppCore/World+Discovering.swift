import AppCore
import Harness
import Model

/// Responses about photographers, topics, collections and URLs.
extension World {
  mutating func discover(_ effect: Effect, _ failure: Problem?) {
    func result<Value>(_ value: Value) -> Result<Value, Problem> {
      failure.map { .failure($0) } ?? .success(value)
    }
    func offers(_ make: (String) -> ListID) -> [ListOffer] {
      ["fog", "rain", "snow"].map { ListOffer(make($0), ListInfo(title: $0, total: 9)) }
    }
    switch effect {
    case .visits(.loadPerson(let name)):
      let person = Person(username: name, name: "Ann Lee", totalPhotos: 7)
      deliver(.visits(.personLoaded(name, result(person))))
    case .visits(.loadInfo(let list)):
      deliver(.visits(.infoLoaded(list, result(ListOffer(list, ListInfo(title: "Fog"))))))
    case .chooser(.loadUnlessCached) where Bool.random(using: &dice):
      deliver(.chooser(.topicsCached(offers(ListID.topic))))
    case .chooser(.load(.topics, page: _)), .chooser(.loadUnlessCached):
      let answer = OfferPage(offers: offers(ListID.topic), next: nil)
      deliver(.chooser(.loaded(.topics, page: 1, result(answer))))
    case .chooser(.load(let subject, let page)):
      let next = page.number.flatMap { $0 < 3 ? PageToken($0 + 1) : nil }
      let answer = OfferPage(offers: offers { .collection("\($0) \(page)") }, next: next)
      deliver(.chooser(.loaded(subject, page: page, result(answer))))
    case .chooser(.readSource): deliver(.chooser(.sourceRead(.topic("rain"))))
    case .collectionEdit(.set(let change)):
      deliver(.collectionEdit(.answered(change, result(ListInfo(title: "Fog", total: 9)))))
    case .collectionEdit(.make(let new)):
      let made = ListOffer(.collection("new"), ListInfo(title: new.title, total: 0))
      deliver(.collectionEdit(.made(new, result(made))))
    case .addressInput(.look):
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: deliver(.addressInput(.unknown))
      case 1: deliver(.addressInput(.found(.photographer("bob"))))
      case 2: deliver(.addressInput(.photoNamed(Given.id(Int.random(in: 0..<99, using: &dice)))))
      default: deliver(.addressInput(.photoNamed(Given.id(77))))
      }
    case .addressInput(.load(let id)):
      deliver(.addressInput(.photoLoaded(result(Given.photo(Given.number(of: id))))))
    default: break
    }
  }
}
