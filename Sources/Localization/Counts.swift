import Model

extension Texts {
  /// "1 photo", "2 photos".
  package func photos(_ count: Int) -> String {
    counted(count, ("photo", "photos"), ("фото", "фото", "фото"))
  }

  /// How many photographs are marked: "2 marked".
  package func marked(_ count: Int) -> String {
    say("\(number(count)) marked", "Отмечено: \(number(count))")
  }

  /// What Enter does with an application's keys.
  package var saveKeys: String { say("save", "сохранить") }

  /// What Esc does while photographs are marked.
  package var unmark: String { say("unmark", "снять отметки") }

  /// "1 link", "2 links".
  package func links(_ count: Int) -> String {
    counted(count, ("link", "links"), ("ссылка", "ссылки", "ссылок"))
  }

  /// "1 attribution", "2 attributions".
  package func credits(_ count: Int) -> String {
    counted(
      count,
      ("attribution", "attributions"),
      ("указание автора", "указания автора", "указаний автора")
    )
  }

  /// "1 like", "2 likes".
  package func likes(_ count: Int) -> String {
    counted(count, ("like", "likes"), ("лайк", "лайка", "лайков"))
  }

  /// "Couldn't update 1 like", "Couldn't update 2 likes".
  package func unchangedLikes(_ count: Int) -> String {
    say("Couldn't update \(likes(count))", "Не удалось обновить \(likes(count))")
  }

  /// How old cached content is: "updated 3 hours ago".
  ///
  /// - Parameter isShort: units as letters, for where there is little room.
  package func updated(_ age: Duration, isShort: Bool = false) -> String {
    let minutes = Int(max(0, age.components.seconds) / 60)
    guard minutes > 0 else {
      return isShort
        ? say("just now", "только что") : say("updated just now", "обновлено только что")
    }
    let time =
      if minutes < 60 {
        isShort
          ? say("\(minutes) min", "\(minutes) мин")
          // Russian asks for the accusative here, which differs from `minutes(_:)`.
          : counted(minutes, ("minute", "minutes"), ("минуту", "минуты", "минут"))
      } else if minutes < 48 * 60 {
        isShort
          ? say("\(minutes / 60) h", "\(minutes / 60) ч")
          : counted(minutes / 60, ("hour", "hours"), ("час", "часа", "часов"))
      } else {
        isShort
          ? say("\(minutes / 1_440) d", "\(minutes / 1_440) дн.")
          : counted(minutes / 1_440, ("day", "days"), ("день", "дня", "дней"))
      }
    return isShort
      ? say("\(time) ago", "\(time) назад") : say("updated \(time) ago", "обновлено \(time) назад")
  }

  /// "1 view", "2 views".
  package func views(_ count: Int) -> String {
    counted(count, ("view", "views"), ("просмотр", "просмотра", "просмотров"))
  }

  /// "1 minute", "2 minutes".
  package func minutes(_ count: Int) -> String {
    counted(count, ("minute", "minutes"), ("минута", "минуты", "минут"))
  }

  /// "1 request", "2 requests".
  package func requests(_ count: Int) -> String {
    counted(count, ("request", "requests"), ("запрос", "запроса", "запросов"))
  }

  /// "1 new photo", "2 new photos".
  package func newPhotos(_ count: Int) -> String {
    counted(
      count,
      ("new photo", "new photos"),
      ("новая фотография", "новые фотографии", "новых фотографий")
    )
  }

  /// When something can be tried again: "in 5 minutes"; nil is the next full hour, when the
  /// service starts a new count.
  package func after(minutes: Int?) -> String {
    guard let minutes else { return say("at the top of the hour", "в начале следующего часа") }
    guard minutes > 0 else { return say("in less than a minute", "меньше чем через минуту") }
    // Russian asks for the accusative here, which differs from `minutes(_:)` in the singular.
    let time = counted(minutes, ("minute", "minutes"), ("минуту", "минуты", "минут"))
    return say("in \(time)", "через \(time)")
  }

  /// What is left of the service's hourly budget: "12 of 50 requests left this hour".
  package func budget(_ budget: RateBudget) -> String {
    let remaining = number(budget.remaining)
    return say(
      "\(remaining) of \(requests(budget.limit)) left this hour",
      "Запросов до конца часа: \(remaining) из \(number(budget.limit))"
    )
  }
}
